/**
 * Who may import whom: docs/architecture.md as rules. Imports only go down.
 *
 * A type-only import counts: knowing another room's shape is knowing the room.
 */

/** The server's rooms, lowest first: a room may import only rooms that stand before it. */
const STACK = [
  'guardrails',
  'gateway',
  'budgets',
  'auth',
  'spaces',
  'agents',
  'connection',
  'teams',
  'messages',
  'tasks',
  'search',
  'imports',
  'inbox',
  'catch-up',
  'loops',
  'realtime',
  'runs',
  'guide',
  'managed',
  'demo',
  'mcp',
  'webhooks',
  'oauth',
  'records',
  'admin',
]

const room = (names) => `^apps/server/src/features/(${names.join('|')})/`
const TEST_FILE = '[.]test[.]tsx?$'

/** One rule a room: it may not reach itself's neighbours above, nor a room too new to be in the list. */
const stackRules = STACK.map((name, floor) => ({
  name: `server-room-stack-${name}`,
  comment: `${name} may import only rooms below it (${STACK.slice(0, floor).join(', ') || 'none'})`,
  severity: 'error',
  from: { path: room([name]) },
  to: { path: '^apps/server/src/features/[^/]+/', pathNot: room(STACK.slice(0, floor + 1)) },
}))

/**
 * The sub-rooms of each room that has any, lowest first: a sub-room may import only what is before it in its list.
 *
 * A name with an ending is a file at the room's top level that sub-rooms share. Top-level files that aren't listed
 * (the door, the routes) are above all sub-rooms.
 */
const SUBROOMS = {
  'apps/server/src/features/admin': [
    'services.ts',
    'people',
    'health',
    'spaces',
    'activity',
    'analytics',
    'audit',
    'violations',
    'guardrails',
    'control',
  ],
  'apps/server/src/features/agents': [
    'select-agents.ts',
    'repository.ts',
    'access.ts',
    'services.ts',
    'acts',
    'presence',
    'control',
    'membership',
    'reading',
    'tokens',
    'changing',
  ],
  'apps/server/src/features/auth': [
    'accounts.ts',
    'repository.ts',
    'people.ts',
    'keys',
    'sessions',
    'passwords',
    'sign-in',
    'account',
    'provider',
  ],
  'apps/server/src/features/guardrails': [
    'found.ts',
    'plain-text.ts',
    'readings.ts',
    'secrets',
    'patterns',
    'numbers',
    'abuse',
    'takeover',
    'settings.ts',
    'inspect.ts',
    'guard.ts',
    'rules',
    'violations',
  ],
  'apps/server/src/features/guide': ['facts.ts', 'wording.ts', 'actions'],
  'apps/server/src/features/imports': [
    'people-repository.ts',
    'people.ts',
    'writer-repository.ts',
    'writer.ts',
    'files.ts',
    'repository.ts',
    'service.ts',
    'archives',
    'preparing',
    'slack',
    'zulip',
    'checking',
    'running',
    'claiming',
  ],
  'apps/server/src/features/mcp': [
    'body.ts',
    'call.ts',
    'mailbox',
    'waiting',
    'answers',
    'tools',
    'resources',
    'messages',
    'tasks',
  ],
  'apps/server/src/features/messages': [
    'repository.ts',
    'pause.ts',
    'message-id.ts',
    'chains',
    'reading',
    'addressing',
    'services.ts',
    'flagging',
    'changing',
    'announcing',
    'channels',
    'reactions',
    'reports',
    'posting',
  ],
  'apps/server/src/features/tasks': [
    'services.ts',
    'repository.ts',
    'present.ts',
    'access.ts',
    'reading',
    'writing',
    'notes',
    'changing',
    'claiming',
  ],
  'apps/server/src/features/oauth': ['library', 'grants', 'consent', 'endpoints'],
  'apps/server/src/features/realtime': ['hub', 'streams'],
  'apps/server/src/features/records': ['format', 'exporting', 'importing'],
  'apps/web/src/app': [
    'session.ts',
    'cache',
    'navigation',
    'live',
    'palette',
    'shell',
    'routes',
    'signed-in-app.tsx',
    'gate',
  ],
  'apps/web/src/features/admin': [
    'tabs.ts',
    'keys.ts',
    'list-filters.tsx',
    'usage-words.ts',
    'use-paged-list.ts',
    'people',
    'health',
    'spaces',
    'activity',
    'guardrails',
    'violations',
    'analytics',
    'audit',
    'control',
    'page',
  ],
  'apps/web/src/features/agents': [
    'agent-facts.ts',
    'agent-summaries.ts',
    'keys.ts',
    'agents-query.ts',
    'placement.ts',
    'cached-agents.ts',
    'chirpy-flag.ts',
    'last-active.tsx',
    'use-agents.ts',
    'use-agent-summaries.ts',
    'teams',
    'connect',
    'summary',
    'card',
    'dialog',
    'list',
    'register',
  ],
  'apps/web/src/features/messages': [
    'drafts',
    'requests',
    'markdown',
    'state',
    'loading',
    'context',
    'reactions',
    'sending',
    'channels',
    'text-field',
    'composer',
    'reading',
    'editing',
    'loops',
    'message',
    'threads',
    'feed',
    'filter',
    'polling',
    'page',
  ],
  'apps/web/src/features/tasks': [
    'drafts',
    'state',
    'actions',
    'notes',
    'dialogs',
    'overview',
    'list',
    'board',
    'page',
  ],
}

const isFile = (name) => /[.]tsx?$/.test(name)
const pathOf = (folder, name) => `^${folder}/${isFile(name) ? `${name.replaceAll('.', '[.]')}$` : `${name}/`}`

/** One rule a sub-room and shared file: it may reach neither what is above it nor what the list doesn't know. */
const subRoomRules = Object.entries(SUBROOMS).flatMap(([folder, stack]) =>
  stack.map((name, floor) => {
    const reachable = stack.slice(0, floor + 1)
    return {
      name: `sub-room-stack-${folder}/${name}`,
      comment: `${name} may import only ${reachable.join(', ')}`,
      severity: 'error',
      from: { path: pathOf(folder, name), pathNot: TEST_FILE },
      to: { path: `^${folder}/`, pathNot: reachable.map((lower) => pathOf(folder, lower)) },
    }
  }),
)

const ANY_SUBROOM = '^apps/(server/src/features/[^/]+|web/src/(app|features/[^/]+))/[^/]+/'
const listedSubRooms = Object.entries(SUBROOMS).flatMap(([folder, stack]) =>
  stack.filter((name) => !isFile(name)).map((name) => pathOf(folder, name)),
)

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod-mini',
      comment: 'The contract is in every web bundle: zod/mini and its own files, nothing else',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: TEST_FILE },
      to: { pathNot: ['^packages/contract/src/', '^node_modules/zod/mini/'] },
    },
    {
      name: 'contract-tests-stay-in-the-contract',
      severity: 'error',
      from: { path: `^packages/contract/src/.+${TEST_FILE}` },
      to: { path: ['^(apps|tests|bench|scripts)/', '^node_modules/zod/(?!mini/)'] },
    },
    {
      name: 'listen-stands-alone',
      comment: 'The listener is installed by itself: Node and its own files, nothing else',
      severity: 'error',
      from: { path: '^packages/listen/src/', pathNot: TEST_FILE },
      to: { dependencyTypesNot: ['core'], pathNot: '^packages/listen/(src/|package[.]json$)' },
    },
    {
      name: 'nothing-imports-the-listener',
      comment: 'It is a client like any other: others meet it as a program',
      severity: 'error',
      // one test gives hostile text to the parsers of every room
      from: { pathNot: '^(packages/listen|tests/hostile-text)/' },
      to: { path: '^packages/listen/' },
    },
    {
      name: 'connect-stands-alone',
      comment:
        "It is built into one file: Node, its readers of files and the contract's setups, nothing else",
      severity: 'error',
      from: { path: '^packages/connect/src/', pathNot: TEST_FILE },
      to: {
        dependencyTypesNot: ['core'],
        pathNot: [
          '^packages/connect/src/',
          '^packages/contract/src/clients/',
          '^node_modules/(jsonc-parser|toml-eslint-parser)/',
        ],
      },
    },
    {
      name: 'nothing-imports-connect',
      comment: 'It is a program: others serve or run it',
      severity: 'error',
      from: { pathNot: '^packages/connect/' },
      to: { path: '^packages/connect/' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      // the harness of the server's tests speaks through the web app's typed client
      from: { path: '^apps/server/', pathNot: '^apps/server/test/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/server/' },
    },
    {
      name: 'web-runs-in-a-browser',
      comment: 'No Node module in what a browser runs',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: TEST_FILE },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only-tests-see-both-sides',
      comment: 'The benchmarks and scripts talk to the server from outside; the product never imports them',
      severity: 'error',
      from: { path: '^(bench|scripts)/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'nothing-imports-tests-bench-or-scripts',
      severity: 'error',
      from: { path: '^(apps|packages)/' },
      to: { path: '^(tests|bench|scripts)/' },
    },
    {
      name: 'product-code-imports-no-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: TEST_FILE },
      to: { path: ['^apps/server/test/', TEST_FILE, '^node_modules/(vitest|@playwright|fast-check)/'] },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/server/src/platform/' },
      to: { path: '^apps/server/src/(features/|services/|lifecycle/|http/|cli/|(app|services|main)[.]ts$)' },
    },
    {
      name: 'web-base-layer-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/web/src/(api|realtime|ui|storage)/' },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'services-come-from-the-context',
      comment:
        'A part takes its client, session and storage from useServices, so that a test can give it others',
      severity: 'error',
      from: { path: '^apps/web/', pathNot: '^apps/web/src/main[.]tsx$' },
      to: { path: '^apps/web/src/api/browser[.]ts$' },
    },
    {
      name: 'rooms-do-not-know-the-app-layer',
      severity: 'error',
      from: { path: '^apps/(server|web)/src/features/', pathNot: TEST_FILE },
      to: {
        path: [
          '^apps/server/src/(services/|lifecycle/|http/|cli/|(app|services|main)[.]ts$)',
          '^apps/web/src/(app/|main[.]tsx$)',
        ],
      },
    },
    {
      name: 'a-room-is-entered-through-its-door',
      comment: 'From another room of the same side: index.ts only',
      severity: 'error',
      from: { path: '^apps/(server|web)/src/features/([^/]+)/' },
      to: {
        path: '^apps/$1/src/features/[^/]+/',
        pathNot: ['^apps/$1/src/features/$2/', '^apps/$1/src/features/[^/]+/index[.]ts$'],
      },
    },
    {
      name: 'a-room-is-entered-through-its-door-from-outside',
      comment: 'From the app layer, the harness, tests and benchmarks: index.ts only',
      severity: 'error',
      from: { pathNot: '^(apps/(server|web)/src/features/|tests/(components/)?hostile-text)' },
      to: {
        path: '^apps/(server|web)/src/features/[^/]+/',
        pathNot: '^apps/(server|web)/src/features/[^/]+/index[.]ts$',
      },
    },
    {
      name: 'every-file-stands-in-a-room',
      comment: 'A file beside the rooms would have no door and no floor',
      severity: 'error',
      from: {},
      to: { path: '^apps/(server|web)/src/features/[^/]+$' },
    },
    {
      name: 'the-door-does-not-hand-out-the-repository',
      severity: 'error',
      from: { path: '^apps/server/src/features/[^/]+/index[.]ts$' },
      to: { path: '/[^/]*repository[.]ts$' },
    },
    ...stackRules,
    ...subRoomRules,
    {
      name: 'every-sub-room-is-in-a-stack',
      comment: 'A folder inside a room has its place in SUBROOMS',
      severity: 'error',
      from: {},
      to: { path: ANY_SUBROOM, pathNot: listedSubRooms },
    },
    {
      name: 'what-imports-is-in-a-stack',
      comment: 'A folder inside a room has its place in SUBROOMS, also if nothing imports it',
      severity: 'error',
      from: { path: ANY_SUBROOM, pathNot: listedSubRooms },
      to: {},
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'every-import-resolves',
      comment: 'What cannot be found cannot be judged',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '[?]|^virtual:' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '(^|/)(dist|test-results|playwright-report)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'style'],
      mainFields: ['module', 'main', 'types', 'typings', 'style'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
}
