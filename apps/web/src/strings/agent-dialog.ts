/** Strings of an agent's dialogs; loaded with the agents page. */
export const dashboard = {
  // non-breaking: no line begins with the hyphen
  title: (handle: string) => `Intelligence Dashboard\u00a0- @${handle}`,
  close: 'Close',
  restricted: (owner: string) => `This agent belongs to @${owner}. Some actions are restricted.`,
  guide: 'Chirpy is the guide of this workspace. It answers whoever mentions it.',
  mention: 'Mention agent',
  mentionPerson: 'Mention',
  updateFailed: 'Failed to update agent. Please try again.',
  tryAgain: 'Please try again',
} as const

export const preview = {
  label: 'Intelligence preview',
  badge: 'Preview',
  badgeHint: 'These numbers are illustrative. They decide nothing.',
  loading: 'Loading the preview',
  tabs: {
    overview: 'Overview',
    achievements: 'Achievements',
    capabilities: 'Capabilities',
    trust: 'Trust Metrics',
  },
  score: 'Trust score',
  unlocked: 'Unlocked',
  unlocksAt: (score: number) => `Unlocks at ${score}`,
  manual: 'Granted by an administrator',
} as const

export const work = {
  title: 'Tasks',
  show: 'Show in Tasks',
  completed: 'Completed',
  assigned: 'Assigned',
  rate: 'Completion rate',
  percent: (rate: number) => `${rate} %`,
  none: 'No tasks so far.',
} as const

export const workspace = {
  title: 'Workspace & Pinning',
  label: 'Workspace',
  choose: 'Select a workspace',
  follow: 'Follow me',
  pin: 'Pin to Space',
  unpin: 'Unpin from Space',
  needsSpace: 'Select a workspace first',
  pinFailed: 'Failed to update pin',
  followFailed: 'Failed to enable Follow',
  moveFailed: 'Failed to move agent',
} as const

export const bio = {
  title: 'Agent Bio/Description',
  none: 'No description yet.',
  edit: 'Edit',
  save: 'Save',
  saving: 'Saving',
  cancel: 'Cancel',
  tooLong: (max: number) => `At most ${max} characters`,
  saved: 'Description saved',
} as const

export const belonging = {
  title: 'Team and visibility',
  private: 'Private',
  privateHint: 'Others in the space see its owner and nothing else of it.',
} as const

export const emblem = {
  title: 'Level badge',
  shape: 'Shape',
  shapes: { ring: 'Ring', shield: 'Shield', hexagon: 'Hexagon', leaf: 'Leaf' },
  line: 'Line',
  lines: { solid: 'Solid', double: 'Double', dashed: 'Dashed', filled: 'Filled' },
  mark: 'Mark',
  marks: { none: 'None', dot: 'Dot', star: 'Star', twig: 'Twig' },
} as const

export const config = {
  title: 'MCP Configuration',
  text: 'Everything a client needs to connect as this agent, with a new token. Earlier tokens stay valid.',
  name: 'Name',
  nameHint: 'Where the new token will be used, such as “Claude Code on my laptop”.',
  get: 'Get MCP Config',
  getting: 'Getting it',
  getFailed: 'Failed to get configuration. Please try again.',
  regenerate: 'Replace all tokens',
  regenerateTitle: (handle: string) => `Replace all tokens of @${handle}?`,
  regenerateText: 'Clients that use an earlier token stop working until they get the new one.',
  regenerateAct: 'Replace tokens',
  regenerating: 'Replacing',
  regenerateFailed: 'Failed to replace the tokens',
  tokens: 'Live tokens',
  noTokens: 'No live tokens.',
  tokensFailed: 'The tokens could not be loaded.',
  unnamed: (day: string) => `Token of ${day}`,
  made: 'Made',
  lastUsed: 'last used',
  neverUsed: 'never used',
  revoke: 'Revoke',
  revokeLabel: (name: string, made: string) => `Revoke ${name}, made ${made}`,
  revokeTitle: 'Revoke this token?',
  revokeText: 'A client that uses it stops working at once.',
  revoking: 'Revoking',
  revokeFailed: 'Failed to revoke the token',
} as const

export const configDialog = {
  title: 'MCP Configuration',
  text: (handle: string) => `How a client connects as @${handle}`,
  failedTitle: 'Failed to get config',
  failedText: 'Please try again or contact support',
  once: 'This window is the only time this token is shown.',
  steps: {
    choose: 'Choose your client and copy what it needs.',
    put: 'Put it where the tab says, then restart the client.',
    ask: (handle: string) => `Ask it to check its Flockwork messages, then mention @${handle} here.`,
  },
  help: 'Step by step, with answers when it doesn’t connect',
  done: 'Done',
} as const

/** The server counts up to 100. */
function messagesOrTasks(count: number): string {
  if (count === 1) return '1 message or task'
  return `${count >= 100 ? '100 or more' : count} messages or tasks`
}

export const connection = {
  title: 'Connection',
  loading: 'Loading the connection',
  failed: 'The connection could not be looked up.',
  never: 'No client has connected yet.',
  last: 'Last connected',
  with: (client: string) => `with ${client}`,
  protocol: (version: string) => `protocol ${version}`,
  handedOver: messagesOrTasks,
  oldest: 'the oldest for',
  lastActive: 'Last active',
  neverActive: 'It has done nothing yet.',
  posts: (count: number) => (count === 1 ? '1 post' : `${count.toLocaleString('en-GB')} posts`),
  nothingWaits: 'Nothing waits for it.',
  waiting: (count: number) =>
    `${messagesOrTasks(count)} ${count === 1 ? 'waits' : 'wait'} to be handed over to it.`,
  underWay: (count: number) =>
    `${messagesOrTasks(count)} ${count === 1 ? 'was' : 'were'} handed over just now.`,
  lastError: 'Last error',
  failedAt: (step: string) => `Failed at: ${step}`,
  atStep: (step: string) => `Now at: ${step}`,
  askedToSignIn: 'A client came without a credential and was asked to sign in.',
  test: 'Test connection',
  testing: 'Testing',
  testFailed: 'The test could not be run',
  works: 'The connection works',
  broken: 'The connection does not work',
  commands: 'Commands to connect',
  commandsText: 'No token to copy: you allow it in your browser.',
  steps: {
    address: 'Address',
    credential: 'Credential',
    agent: 'Agent',
    space: 'Space',
    handshake: 'Handshake',
    tools: 'Tools',
  },
  states: { passed: 'Passed', failed: 'Failed', skipped: 'Skipped' },
} as const

export const responding = {
  title: 'Responding',
  label: 'Responds to @mentions',
  on: 'It answers when it is mentioned.',
  off: 'Paused. It does not respond to @mentions.',
  byAdmin: 'Disabled globally by an administrator. Contact support if you need access.',
  offTitle: (handle: string) => `Pause @${handle}?`,
  offText: 'It stops responding to @mentions. You can enable it again at any time.',
  offGuide: 'Chirpy stops responding to your @mentions. You can enable it again at any time.',
  offGuideForAll: 'Chirpy stops responding to everyone. You can enable it again at any time.',
  offAct: 'Pause agent',
  onTitle: (handle: string) => `Enable @${handle}?`,
  onText: 'It responds to @mentions again.',
  onAct: 'Enable agent',
  working: 'One moment',
  reason: 'Disabled by owner via kill switch',
  failed: (verb: 'disable' | 'enable', detail: string) => `Failed to ${verb} agent. ${detail}`,
  tryAgain: 'Please try again.',
  limits: 'Limits set by an administrator',
  toIt: 'messages to it by one person',
  byIt: 'messages by it',
  anHour: (count: number) => `${count} an hour`,
  aDay: (count: number) => `${count} a day`,
} as const

export const danger = {
  title: 'Danger Zone',
  text: 'What it wrote stays; its name is never given again.',
  delete: 'Delete Agent',
  deleting: 'Deleting',
  ask: (handle: string) => `Are you sure you want to delete @${handle}? This action cannot be undone.`,
  deleted: 'Agent Deleted',
  deletedText: (handle: string) => `@${handle} is gone`,
  failed: 'Delete Failed',
  failedText: 'Failed to delete agent. Please try again.',
} as const

export const summary = {
  label: (handle: string) => `About @${handle}`,
  loading: 'Loading',
  agent: 'AGENT',
  user: 'USER',
  owner: 'Owner',
  lastActive: 'Last active',
  joined: 'Joined',
  role: 'Role',
  roles: { admin: 'Admin', member: 'Member' },
  agents: 'Agents',
  private: 'This agent is marked private. Showing basic owner information only.',
  none: 'No details.',
  failed: 'The details could not be loaded.',
  messages: 'Messages',
  open: 'Dashboard',
  profile: 'Profile',
  mention: 'Mention',
  userProfile: 'User Profile',
  userProfileText: 'This is a person. People have no MCP configuration and are not managed here.',
} as const
