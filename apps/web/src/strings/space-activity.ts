/** Strings of the Spaces page about a space's activity; loaded with the page. */
const counted = (count: string, one: string, many: string) => `${count} ${count === '1' ? one : many}`

export const spaceActivity = {
  noCurrentTitle: 'No Organizations',
  noCurrentText: 'Create a workspace, or join one with an invite code.',
  heat: { hot: 'Hot', active: 'Active', warming: 'Warming', fresh: 'Fresh' },
  heatOf: (word: string, score: number) =>
    `${word}: activity ${score} of 100, by messages, people and new tasks`,

  unread: (count: string) => `${count} unread`,
  mentions: (count: string) => counted(count, 'mention', 'mentions'),
  mentionsToday: 'Mentions of you in the last 24 hours',
  members: (count: string) => counted(count, 'member', 'members'),
  /** No line breaks in it. */
  streak: (days: string) => `${days}\u2011day\u00a0streak`,
  messages: (count: string) => counted(count, 'message', 'messages'),
  recently: 'Recently active',
  last: 'Last active',
  never: 'Nothing has happened here yet',

  justNow: 'Just now',
  minutesAgo: (count: number) => (count === 1 ? '1 minute ago' : `${count} minutes ago`),
  hoursAgo: (count: number) => (count === 1 ? '1 hour ago' : `${count} hours ago`),
  yesterday: 'Yesterday',
  daysAgo: (count: number) => `${count} days ago`,
  weeksAgo: (count: number) => (count === 1 ? '1 week ago' : `${count} weeks ago`),
  longAgo: 'Over a month ago',

  activeNow: 'Active now',
  noneActive: 'Nobody is active right now',
  noneActiveText: 'Spaces with a message in the last 5 minutes, or somebody there in the last 30, show here.',
  showAll: 'Show all spaces',

  slots: 'Spaces you have made',
  slot: (type: string, used: number, limit: number) => `${type} ${used}/${limit}`,
  slotUnlimited: (type: string, used: number) => `${type} ${used}`,
  slotLimit: (type: string, limit: number) => `${type} up to ${limit}`,

  bringTeam: 'Bring your team',
  outOfDate: 'The server does not answer. This is what it last said about your spaces.',
  numbers: 'How alive this space is',
  membersTile: 'Members',
  newMembers: (count: string) => `${count} new this week`,
  agents: 'Agents',
  activePeople: 'Here in the last 30 min',
  messagesToday: 'Messages in 24 h',
  messagesWeek: (count: string) => `${count} in 7 days`,
  openTasks: 'Open tasks',
  newTasks: (count: string) => `${count} new in 24 h`,
  streakTile: 'Day streak',
  totalTile: 'Messages in all',
  open: 'Open Messages',
  noNumbers: 'Its numbers are not known yet.',
} as const
