/** Strings of importing a team from another product; loaded with the dialog. */
const number = (count: number) => count.toLocaleString('en')
const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`

export const bringTeam = {
  title: 'Bring your team',
  intro:
    'Bring the public channels of a Slack workspace or a Zulip organization here: messages, threads, reactions and times. You see what will come before anything does.',
  how: [
    'Slack: in Settings, Import and export data, Export, choose the dates and download the ZIP.',
    'Zulip: in Organization settings, Data exports, start a public export and download the tar.',
  ],
  choose: 'Choose the export',
  chooseAnother: 'Choose another file',
  tooLarge: (limit: string) => `This file is larger than ${limit}. Whoever runs this server can help.`,
  empty: 'This file is empty.',
  file: (name: string) => `File: ${name}`,

  uploading: (percent: number) => `Uploading, ${percent} %`,
  uploadFailed: 'The upload stopped. What arrived is still there: choose the same file to go on.',
  goOn: (name: string) => `${name} is only partly here. Choose it again to go on.`,
  checking: 'Reading the file. Nothing is brought yet.',
  cancel: 'Cancel',
  close: 'Close',
  failed: 'This file can’t be brought.',
  cancelled: 'The import was cancelled.',
  cancelledWith: (space: string, count: number) =>
    `The import was cancelled. ${counted(count, 'message is', 'messages are')} in ${space}. To go on, choose the same file again; to be rid of it, delete the space.`,
  problem: 'That did not work',
  loadFailed: 'Your imports could not be loaded.',
  loading: 'Loading',

  willCome: 'This will come',
  wontCome: 'This won’t',
  willChange: 'This will change on the way',
  messages: (count: number, threads: number) =>
    `${counted(count, 'message', 'messages')}${threads === 0 ? '' : `, in ${counted(threads, 'thread', 'threads')} and outside of them`}`,
  channels: (count: number) => counted(count, 'channel', 'channels'),
  people: (people: number, bots: number) =>
    `${counted(people, 'person', 'people')}${bots === 0 ? '' : ` and ${counted(bots, 'bot', 'bots')}`}, as names until they join`,
  reactions: (count: number) => counted(count, 'reaction', 'reactions'),
  written: (from: string, to: string) => (from === to ? `Of ${from}` : `From ${from} to ${to}`),
  nothing: 'There is no message in it that could come.',
  privateChannels: (count: number) =>
    `${counted(count, 'private channel', 'private channels')}: a space has no place that only some of it can read`,
  directConversations: (count: number) => counted(count, 'direct conversation', 'direct conversations'),
  files: (count: number) => `${counted(count, 'file', 'files')}: messages have links to them, or their names`,
  customEmoji: (count: number) =>
    `${counted(count, 'reaction', 'reactions')} with emoji that only the old place has`,
  notices: (count: number) => `${counted(count, 'notice', 'notices')}, such as that somebody joined`,
  other: (count: number) => `${counted(count, 'message', 'messages')} without a text, or that can’t be read`,
  lostReactions: (count: number) =>
    `${counted(count, 'reaction', 'reactions')} of people whom the export doesn’t list`,
  unknownPeople: (count: number) =>
    `${counted(count, 'author is', 'authors are')} not in the export’s list of people: they come with what their messages say of them`,
  split: (count: number) => `${counted(count, 'long message becomes', 'long messages become')} several`,
  cut: (count: number) => `${counted(count, 'very long message loses', 'very long messages lose')} its end`,
  masked: (count: number) =>
    `${counted(count, 'message has', 'messages have')} a key or a password, which is masked`,
  renamed: (count: number) => `${counted(count, 'channel gets', 'channels get')} a name as ours are`,

  into: 'The new space',
  name: 'Name',
  needsName: 'The space needs a name',
  visibility: 'Who can join',
  start: 'Bring them over',
  starting: 'Starting',
  adds: (space: string) =>
    `This goes into ${space}, where an earlier export of the same place is. Only what is new is added.`,
  addTo: (space: string) => `Add to ${space}`,
  limit: 'You have no space of this kind left.',

  running: (done: number, all: number) => `${number(done)} of ${counted(all, 'message', 'messages')}`,
  runningHint: 'You can close this and go on working: it continues by itself, and nobody is notified.',
  progress: 'Progress of the import',

  done: (count: number, space: string) => `${counted(count, 'message is', 'messages are')} in ${space} now.`,
  doneNothing: (space: string) => `Everything was in ${space} already.`,
  open: (space: string) => `Open ${space}`,
  peopleTitle: 'Who came along',
  peopleHint:
    'They take over what they said when they join with the e-mail address of the export, once it is verified, or by an invite of their own.',
  privateHint: 'A private space takes no invites: change who can join it first.',
  said: (count: number) => counted(count, 'message', 'messages'),
  bot: 'Bot',
  claimed: (handle: string) => `Is @${handle} now`,
  invite: 'Invite',
  inviteLabel: (name: string) => `Invite ${name}`,
  inviteFor: (name: string) => `Link for ${name}`,
  copyLink: 'Copy link',
  inviteHint:
    'It works once, for a week. Whoever joins by it gets these messages, so send it to this person only.',
  more: 'Show more',
  again: 'Bring another export',
} as const
