/**
 * The arrows of the house (src/README.md): each room may import only the rooms named here, besides itself.
 * core <- reading, records <- payouts <- cases <- model, mpesa, store, messages <- app <- worker, server <- cli
 */
const rooms = {
  core: [],
  reading: ['core'],
  records: ['core', 'reading'],
  payouts: ['core', 'reading', 'records'],
  cases: ['core', 'reading', 'records', 'payouts'],
  model: ['core', 'reading', 'records', 'payouts', 'cases'],
  mpesa: ['core', 'reading', 'records', 'payouts', 'cases'],
  store: ['core', 'reading', 'records', 'payouts', 'cases'],
  messages: ['core', 'reading', 'records', 'payouts', 'cases'],
  server: [
    'core',
    'reading',
    'records',
    'payouts',
    'cases',
    'model',
    'mpesa',
    'store',
    'messages',
    'app.ts',
    'config.ts',
  ],
  worker: [
    'core',
    'reading',
    'records',
    'payouts',
    'cases',
    'model',
    'mpesa',
    'store',
    'messages',
    'app.ts',
    'config.ts',
    'server',
  ],
};

const arrows = Object.entries(rooms).map(([room, allowed]) => ({
  name: `arrows-of-${room}`,
  comment: `src/${room} may import only: ${['itself', ...allowed].join(', ')}`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^src/', pathNot: [room, ...allowed].map((name) => `^src/${name.replace('.', '\\.')}(/|$)`) },
}));

/** Only these rooms may touch the outside world; the domain takes no clock, no disk and no network. */
const domainIsPure = {
  name: 'the-domain-is-pure',
  comment:
    'core, reading, records, payouts and cases have no I/O: effects are behind the ports of cases/ports.ts',
  severity: 'error',
  from: { path: '^src/(core|reading|records|payouts|cases)/' },
  to: {
    dependencyTypes: ['core', 'npm'],
    pathNot: ['^(node:)?crypto$', 'node_modules/(zod|csv-parse|libphonenumber-js)/'],
  },
};

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'config-knows-no-part',
      comment: 'settings take their defaults from the domain and nothing else',
      severity: 'error',
      from: { path: '^src/config\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(core/|payouts/schedule)' },
    },
    domainIsPure,
    ...arrows,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js'],
    },
  },
};
