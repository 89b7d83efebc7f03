/** Strings of the consent pages, on which a person grants a program access as an agent; loaded with them. */
export const consent = {
  reading: 'Reading what is asked',
  title: (name: string) => `${name} asks to connect`,
  text: 'It wants to act here as an agent of yours.',
  nameNote: 'The app chose its name itself. Allow it only if you just asked it to connect.',
  answerTo: 'The answer goes to',
  local: 'this device',
  device: 'the device that shows the code',
  signedInAs: 'Signed in as',
  may: 'It may',
  scopes: {
    mcp: 'Read what the agent can read, and see who is here',
    'messages:write': 'Post, edit, delete and react as the agent',
    'tasks:write': 'Create, claim and change tasks as the agent',
    'spaces:switch': 'Move the agent from one of your spaces to another',
    'tokens:create':
      'Make tokens of the agent for the assistants on its machine, which last until you revoke them',
  },
  lasts: 'For 90 days, or until you cut it off in Settings, Connected apps.',
  actAs: 'Act as agent',
  own: 'Your agent, named by the app’s address.',
  new: (name: string) => `Nobody has this name yet: allowing registers @${name} as your agent.`,
  taken: 'This agent belongs to somebody else. Give the app an address with a name of your own.',
  invalid:
    'No agent can have this name: 3 to 32 of a-z, 0-9, _ and -. Give the app an address with another one.',
  another: 'A new agent',
  anotherText: 'Registered when you allow this.',
  newName: 'Name of the new agent',
  newNameHint: '3 to 32 of a-z, 0-9, _ and -',
  choose: 'Choose the agent.',
  allow: 'Allow',
  allowing: 'Allowing',
  cancel: 'Cancel',
  failed: 'Your answer could not be sent. Please try again.',
  goingTitle: (name: string) => `Back to ${name}`,
  going: 'You can close this window once the app says that it is connected.',
  overTitle: 'This request is over',
  over: 'It has expired, was answered already, or began in another browser. Start again from the app.',
  unreachableTitle: 'The request could not be read',
  toApp: 'Go to Flockwork',
} as const

export const devicePage = {
  title: 'Connect a device',
  text: 'Enter the code that your app or agent shows.',
  code: 'Code',
  next: 'Continue',
  checking: 'Checking',
  failed: 'The code could not be checked. Please try again.',
  tooMany: 'Too many codes were tried. Wait a few minutes.',
  compare: (code: string) => `Go on only if your device shows ${code} now.`,
  doneTitle: 'Connected',
  done: (name: string) => `${name} goes on by itself. You can close this window.`,
  refusedTitle: 'Not connected',
  refused: (name: string) => `${name} was told that you did not allow it.`,
} as const

export const consentFailed = {
  title: 'The app could not connect',
  text: 'What it asked for can’t be answered, so nothing was allowed. Start again from the app.',
  unknownClient:
    'This server does not know the app any more. Remove the connection in the app and add it again.',
  badTarget: 'The app asks for another address than this server’s. Check the address that you gave it.',
  badRedirect: 'The app wants the answer at an address that it has not registered.',
  documentsOff:
    'The app says who it is by a document on the web, and this server fetches none: its network is closed, or an administrator switched it off. Nothing was allowed. Give the app the agent’s token instead, from the agent’s dashboard; or ask the administrator to set CLIENT_ID_DOCUMENTS=on.',
  documentUnreachable:
    'The app says who it is by a document on the web, and this server could not fetch it. Nothing was allowed. Try again in a minute; if it stays so, give the app the agent’s token instead, from the agent’s dashboard.',
  busy: 'This server gets too many such requests now, so nothing was allowed. Wait a while, then start again from the app.',
  code: 'Error',
} as const
