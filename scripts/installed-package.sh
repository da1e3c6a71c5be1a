#!/usr/bin/env bash
# Packs the project, installs the package in an empty folder as a user would, and runs its command there.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
home=$(mktemp -d)
trap 'rm -rf "$home"' EXIT
cd "$root"
npm run -s build >/dev/null
tarball=$(npm pack --ignore-scripts --silent --pack-destination "$home")
cd "$home"
npm init -y >/dev/null
# The one dependency with a native part may build itself; npm asks for the permission by name.
npm pkg set --json 'allowScripts={"better-sqlite3": true}'
npm install --silent --no-audit --no-fund "./$tarball" >/dev/null
./node_modules/.bin/rudisha init
./node_modules/.bin/rudisha cases list --json
