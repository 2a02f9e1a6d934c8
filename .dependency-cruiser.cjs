// The directions of docs/architecture.md, as data. A rebuild can never consult a rule; the core never sees a library.
const libraries = { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] };
// A vetted few pure libraries that the core may name.
const pure = '(multiformats|uuid|canonicalize)';

// A room imports rooms of earlier lines and of its own line's left side alone.
const order = {
  commands: [
    ['explaining', 'timing', 'ports', 'alerts', 'handling', 'close-stream'],
    ['invoices', 'operator', 'user', 'wallet-login', 'watching', 'payout', 'kyc', 'look-up-document', 'quote'],
    ['cashin', 'take-callback', 'cashout', 'deposit', 'sandbox', 'webhook', 'partner', 'withdrawal'],
    ['reactions', 'trouble', 'pair'],
  ],
  infra: [
    ['child-environment', 'clock', 'data-directory', 'directory-lock', 'ids', 'logger', 'project-root', 'run-file'],
    ['callbacks', 'denials', 'mail', 'alerts', 'timing', 'postgres', 'chains', 'catalog'],
    ['pair', 'event-store', 'readiness', 'redis', 'expiring', 'http', 'security', 'sweeping', 'projections'],
    ['metrics', 'tracing', 'vault', 'wallets', 'webhooks', 'providers', 'prices', 'comparisons', 'work'],
  ],
  src: [
    [
      'client-address',
      'config-values',
      'credentials',
      'event-store-url',
      'given-keys',
      'ops-config',
      'rate-limits',
      'config',
    ],
    ['reads', 'cashin-commands', 'kyc-commands', 'service-ports', 'service', 'http', 'observed-service', 'bin'],
  ],
  'src/bin': [['demo', 'stores', 'chains', 'wiring', 'ledger', 'running', 'health', 'programs']],
};
const placeOf = (folder, rooms) => `^${folder}/(${rooms.join('|')})(/|\\.ts$)`;
const looksDown = Object.entries(order).flatMap(([folder, lines]) =>
  lines.flat().map((room, place, rooms) => ({
    name: `${folder}/${room} looks down`,
    severity: 'error',
    from: { path: placeOf(folder, [room]) },
    to: { path: place + 1 === rooms.length ? '^$' : placeOf(folder, rooms.slice(place + 1)) },
  })),
);

module.exports = {
  forbidden: [
    ...looksDown,
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '^src/bin/',
          '^src/http/generated/',
          '\\.controller\\.ts$',
          '^packages/event-store/server/main\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'aggregates-import-nothing',
      severity: 'error',
      from: { path: '^aggregates', pathNot: '^aggregates/deposit/matching\\.ts$' },
      to: { pathNot: '^(aggregates|node_modules/)' },
    },
    {
      name: 'the-rule-imports-a-hash-alone',
      severity: 'error',
      from: { path: '^aggregates/deposit/matching\\.ts$' },
      to: { pathNot: '^(aggregates|node_modules/|(node:)?crypto$)' },
    },
    {
      name: 'commands-look-inward',
      severity: 'error',
      from: { path: '^commands' },
      to: { pathNot: '^(aggregates|commands|node_modules/|crypto$|node:crypto$)' },
    },
    {
      name: 'projections-never-consult-a-rule',
      severity: 'error',
      from: { path: '^projections' },
      to: {
        pathNot: [
          '^aggregates/events\\.ts$',
          '^aggregates/[a-z-]+/events\\.ts$',
          '^aggregates/(money|chain|sealed|stream|families)\\.ts$',
          // The one rule that both sides share; its version is in every proposal.
          '^aggregates/deposit/matching\\.ts$',
          '^(read-models|projections|node_modules)/',
          '^(node:)?crypto$',
        ],
      },
    },
    {
      name: 'read-models-are-plain',
      severity: 'error',
      from: { path: '^read-models' },
      to: { pathNot: ['^read-models/', '^aggregates/(money|chain|sealed|families)\\.ts$'] },
    },
    { name: 'infra-does-not-know-src', severity: 'error', from: { path: '^infra' }, to: { path: '^src' } },
    {
      name: 'src-reaches-infra-through-bin',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/bin' },
      to: { path: '^infra' },
    },
    {
      name: 'store-tools-serve-ledger-store',
      severity: 'error',
      from: { pathNot: '^(infra/event-store/tools|src/bin/ledger/store|src/bin/programs/ledger\\.ts$)' },
      to: { path: '^(infra/event-store/tools|src/bin/ledger/store)/' },
    },
    {
      name: 'the-client-stands-alone',
      severity: 'error',
      from: { path: '^packages/client/src' },
      to: {
        pathNot: ['^packages/client/src/', 'node_modules/openapi-(fetch|typescript-helpers)/', '^(node:)?crypto$'],
      },
    },
    {
      name: 'the-event-store-stands-alone',
      severity: 'error',
      from: { path: '^packages/event-store' },
      to: { pathNot: ['^packages/event-store/', 'node_modules/(pg|re2js|protobufjs|long)/', '^(node:)?[a-z0-9_/]+$'] },
    },
    {
      name: 'the-console-stands-alone',
      severity: 'error',
      from: { path: '^packages/console' },
      to: {
        pathNot: [
          '^(packages/console|aggregates)/',
          'node_modules/(preact|openapi-(fetch|typescript-helpers))/',
          '^(node_modules/esbuild/|(node:)?(fs|path|url|util|zlib)$)',
        ],
      },
    },
    {
      name: 'the-console-knows-types-of-events-alone',
      severity: 'error',
      from: { path: '^packages/console' },
      to: { path: '^aggregates/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-console-runs-in-browsers',
      severity: 'error',
      from: { pathNot: '^packages/console' },
      to: { path: '^packages/console' },
    },
    {
      name: 'testing-looks-at-the-core',
      severity: 'error',
      from: { path: '^packages/testing/src' },
      to: {
        pathNot: [
          '^packages/testing/src/',
          '^(aggregates|commands|projections|read-models)/',
          '^infra/(clock|event-store/memory|prices/price-feeds|providers/providers)\\.ts$',
          // The tables of the sandbox: pure steps over rows.
          '^infra/providers/sandbox/(deliveries|kyc|prices|redemptions|scenarios|book/sandbox-book)\\.ts$',
          '^infra/providers/sandbox/(charges/charges|payouts/payouts)\\.ts$',
          '^infra/chains/simulated/(blocks|books|network)\\.ts$',
          '^src/reads/due-payloads\\.ts$',
          'node_modules/fast-check/',
          '^(node:)?(util|assert/strict|crypto|timers/promises)$',
        ],
      },
    },
    {
      name: 'testing-is-loaded-by-tests',
      severity: 'error',
      from: { pathNot: '^(test|bench|packages/testing)/' },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'core-is-library-free',
      severity: 'error',
      from: { path: '^(aggregates|commands|projections|read-models)' },
      to: { ...libraries, pathNot: `node_modules/${pure}/` },
    },
    {
      name: 'no-development-dependencies',
      severity: 'error',
      from: { pathNot: '^(test|bench|packages/(console|testing))' },
      to: { dependencyTypes: ['npm-dev'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    exclude: { path: '^(packages/(client|testing)/)?dist' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['module-sync', 'import', 'require', 'node', 'default'],
    },
  },
};
