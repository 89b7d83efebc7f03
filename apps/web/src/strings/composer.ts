/** Strings of the composer's dialogs and tools; loaded with their chunks. */
export const preSend = {
  guideTitle: 'Ask Chirpy?',
  guideText: 'Your message mentions nobody. Chirpy answers when it is asked.',
  askGuide: 'Ask Chirpy',
  sendWithout: 'Send without Chirpy',
  edit: 'Edit message',
  tips: 'Show Chirpy tips',
  always: 'Always send messages without mentions to Chirpy (never ask again)',
  alwaysWithout: 'With “Send without Chirpy” they are always sent without it.',

  plainTitle: 'No mention or topic',
  plainText: 'A @mention tells someone about your message, and a #topic helps others find it.',
  help: 'Open Help ( ? )',
  back: 'Go Back & Edit',
  anyway: 'Send Anyway',
  never: 'Never ask again',
  settings: 'Settings can change this back.',
  holds: 'What you choose holds in this space for a day.',
} as const

export const quickMentions = {
  bar: 'Quick mentions',
  mention: (name: string) => `Mention ${name}`,
  more: (count: number) => `+${count}`,
  moreLabel: (count: number) => `${count} more to mention`,
  add: 'Add a topic or an agent',
  topics: 'Topics',
  agents: 'Agents',
  customize: 'Customize quick mentions',
  title: 'Quick mentions',
  text: (max: number) => `Choose up to ${max} agents to have at hand here. Each change is saved at once.`,
  teams: 'Teams',
  allTeams: 'All Teams',
  count: (count: number, max: number) => `${count} of ${max} chosen`,
  reset: 'Reset to Defaults',
  done: 'Done',
  none: 'There are no agents in this space yet.',
} as const

export const channels = {
  channel: (name: string) => `Channel: ${name}`,
  postIn: 'Post in channel',
  messages: (count: number) => (count === 1 ? '1 message' : `${count} messages`),
  manage: 'Manage channels',
  make: 'New channel',

  title: 'Channels',
  text: 'Everyone here may make one; admins of the space rename and archive them.',
  newName: 'New channel',
  nameHint: (max: number) => `1 to ${max} of a-z, 0-9, - and _`,
  create: 'Create',
  created: (name: string) => `Channel ${name} created`,
  createFailed: 'The channel could not be created. Please try again.',
  list: 'Channels of this space',
  archived: 'Archived',
  rename: (name: string) => `Rename ${name}`,
  newNameOf: (name: string) => `New name of ${name}`,
  save: 'Save',
  cancel: 'Cancel',
  renamed: (name: string) => `Channel renamed to ${name}`,
  archive: (name: string) => `Archive ${name}`,
  wasArchived: (name: string) => `Channel ${name} archived`,
  restore: (name: string) => `Bring back ${name}`,
  wasRestored: (name: string) => `Channel ${name} is back`,
  notChanged: 'Channel not changed',
  changeFailed: 'The channel could not be changed. Please try again.',
  failed: 'The channels could not be loaded.',

  gone: (name: string) => `Channel ${name} is gone`,
  goneText: (home: string) => `Your next message goes to ${home}.`,
} as const

export const emoji = { add: 'Add an emoji' } as const
