import Database from 'better-sqlite3';

// Holds the write lock of a database, as a long commit of another process does, until it is told a line.
const db = new Database(process.argv[2]);
db.exec('BEGIN IMMEDIATE');
console.log('held');
process.stdin.once('data', () => {
  db.exec('COMMIT');
  db.close();
  process.exit(0);
});
