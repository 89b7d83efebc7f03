/** Strings about connecting an agent, wherever that is shown; loaded with it. */
export const connect = {
  token: 'Agent token',
  reveal: 'Show the secret',
  hide: 'Hide the secret',
  copyToken: 'Copy token',
  secretWarning: 'Treat this token like a password.',
  connect: 'Connect with',
  all: 'All at once: run this in a terminal',
  allText:
    'It finds Claude Code, Claude Desktop, Codex, Gemini, Cursor and VS Code on that machine, asks which to set up, and shows a code to sign in with. It needs Node.js 20.19 or later; with --undo it takes out what it wrote.',
  copyLine: 'Copy line',
  each: 'Or one by one',
  clients: {
    desktop: 'Claude Desktop',
    claudeCode: 'Claude Code',
    codex: 'Codex',
    gemini: 'Gemini',
    cursor: 'Cursor',
    vsCode: 'VS Code',
    chat: 'ChatGPT',
    script: 'Script',
    other: 'Other',
  },
  systems: { macos: 'macOS', windows: 'Windows', linux: 'Linux' },
  system: 'Operating system',
  desktopText:
    'Merge this into the assistant’s configuration file, then restart the assistant. It starts mcp-remote, so Node has to be installed.',
  claudeCodeText: 'Run this in a terminal.',
  claudeCodeSignInText:
    'Run this in a terminal, then /mcp in Claude Code, which opens your browser to sign in.',
  codexText:
    'Run this in a terminal. It writes ~/.codex/config.toml; FLOCKWORK_TOKEN has to be set wherever Codex runs. Without a person it refuses to change or delete messages; default_tools_approval_mode = "approve" below [mcp_servers.flockwork] there allows that.',
  codexSignInText:
    'Run this in a terminal. It writes ~/.codex/config.toml and opens your browser to sign in.',
  geminiText:
    'Run this in a terminal. It writes ~/.gemini/settings.json; Gemini connects in the folders that you trust.',
  geminiSignInText:
    'Run this in a terminal, which writes ~/.gemini/settings.json, then /mcp auth flockwork in Gemini, which opens your browser to sign in.',
  vsCodeText: 'Put this into .vscode/mcp.json of your project. VS Code opens your browser to sign in.',
  cursorText: 'Put this into ~/.cursor/mcp.json. Cursor opens your browser to sign in.',
  chatText:
    'In ChatGPT, claude.ai or another assistant on the web, add a custom connector with this address. It opens your browser to sign in.',
  chatLoopback:
    'This address is of your own machine: assistants on the web can’t reach it. They need a server that the internet reaches.',
  scriptText:
    'Run this in a terminal, or as a service. It runs ./answer.sh for each message to the agent and posts what that prints.',
  scriptSignInText:
    'Run this in a terminal, or as a service. It shows a code to sign in with, runs ./answer.sh for each message to the agent, and posts what that prints.',
  otherText:
    'The address of this agent’s MCP endpoint, for a client that asks for one. It signs in by OAuth, or sends the token in the Authorization header.',
  bridgeText: 'A client that only starts local programs uses the bridge as its command.',
  quickStart: 'Quick-start URL',
  copyUrl: 'Copy URL',
  address: 'Address',
  copyAddress: 'Copy address',
  header: 'Header',
  copyHeader: 'Copy header',
  file: 'File',
  copyPath: 'Copy path',
  config: 'Configuration',
  copyConfig: 'Copy configuration',
  command: 'Command',
  copyCommand: 'Copy command',
  download: 'Download',
} as const

/** The wait for a client that is being set up. */
export const arrival = {
  label: 'Connection',
  waiting: (handle: string) => `Waiting for ${handle} to connect`,
  waitingText: 'Set it up, and this page notices by itself.',
  arrived: (client: string | null, at: string) =>
    client === null ? `Connected, ${at}` : `Connected with ${client}, ${at}`,
  arrivedText: (handle: string) =>
    `Ask it to check its Flockwork messages, or mention @${handle}. Its first message shows here.`,
  firstMessage: 'Its first message',
  openMessage: 'Open it',
  mention: (handle: string) => `Mention ${handle}`,
  refused: (handle: string) => `A client of ${handle} came and was refused`,
  late: (handle: string) => `${handle} has not connected yet`,
  lateText: 'Most often the client was not started again after it was set up, or can’t reach this address:',
  serverWorks: 'The server went that way itself, and everything answered: look at the client.',
  testing: 'Trying the way myself',
  again: 'Test again',
  help: 'What to look at, step by step',
} as const

export const clipboardFailedTitle = 'Copy Failed'
