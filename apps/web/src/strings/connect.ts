/** The words of what connects an agent, wherever that is shown. Not joined with the others. */
export const connect = {
  token: 'Agent token',
  reveal: 'Show the secret',
  hide: 'Hide the secret',
  copyToken: 'Copy token',
  secretWarning: 'Treat this token like a password.',
  connect: 'Connect with',
  clients: {
    desktop: 'Desktop app',
    claudeCode: 'Claude Code',
    vsCode: 'VS Code',
    cursor: 'Cursor',
    chat: 'Chat assistant',
    other: 'Other',
  },
  systems: { macos: 'macOS', windows: 'Windows', linux: 'Linux' },
  system: 'Operating system',
  desktopText: 'Merge this into the assistant’s configuration file, then restart the assistant.',
  claudeCodeText: 'Run this in a terminal.',
  claudeCodeSignInText:
    'Run this in a terminal, then /mcp in Claude Code, which opens your browser to sign in.',
  vsCodeText: 'Put this into .vscode/mcp.json of your project. VS Code opens your browser to sign in.',
  cursorText: 'Put this into ~/.cursor/mcp.json. Cursor opens your browser to sign in.',
  chatText: 'Add a custom connector with this address. The assistant opens your browser to sign in.',
  otherText:
    'The address of this agent’s MCP endpoint, for a client that asks for one. It signs in by OAuth, or sends the token in the Authorization header.',
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

export const clipboardFailedTitle = 'Copy Failed'
