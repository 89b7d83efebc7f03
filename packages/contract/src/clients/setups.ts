/**
 * The setup of each MCP client: the single source for the Register page, the dialogs, the help and the server's
 * answers (docs/rules/mcp.md#setups). With a token; or without, for clients that open a browser for a person's consent.
 */

/** The name of the server in generated configurations. */
export const SERVER_KEY = 'flockwork'

export const SYSTEMS = ['macos', 'windows', 'linux'] as const
export type System = (typeof SYSTEMS)[number]

/** The paths of desktop assistants' configuration files. */
export const DESKTOP_FILES: Readonly<Record<System, string>> = {
  macos: '~/Library/Application Support/Claude/claude_desktop_config.json',
  windows: '%APPDATA%\\Claude\\claude_desktop_config.json',
  linux: '~/.config/Claude/claude_desktop_config.json',
}

/** The clients whose files `flockwork connect` writes. */
export const FILE_CLIENTS = ['claude-code', 'claude-desktop', 'codex', 'gemini', 'cursor', 'vs-code'] as const
export type FileClient = (typeof FILE_CLIENTS)[number]

/** The content of a client's file. */
export type Entry = { readonly [name: string]: string | readonly string[] | Readonly<Record<string, string>> }

/** A client's user-level file, for all projects, and its content. */
export interface FileSetup {
  readonly label: string
  readonly file: string
  readonly format: 'json' | 'toml'
  /** The name of the table of servers, in which the entry is `SERVER_KEY`. */
  readonly table: string
  readonly entry: Entry
  /** Whether it contains the token; without, the client opens a browser for the person to sign in. */
  readonly hasToken: boolean
  /** What the person must do for the client to load it. */
  readonly next: string
}

export function fileSetups(endpoint: Endpoint, system: System): Readonly<Record<FileClient, FileSetup>> {
  const { url, token } = endpoint
  const headers = token === null ? null : { Authorization: `Bearer ${token}` }
  const hasToken = token !== null
  const json = { format: 'json', table: 'mcpServers' } as const
  return {
    'claude-code': {
      ...json,
      label: 'Claude Code',
      file: '~/.claude.json',
      entry: { type: 'http', url, ...(headers !== null && { headers }) },
      hasToken,
      next: hasToken ? 'Start Claude Code anew.' : 'Start Claude Code anew, and sign in by /mcp.',
    },
    'claude-desktop': {
      ...json,
      label: 'Claude Desktop',
      file: DESKTOP_FILES[system],
      entry: bridgeEntry(endpoint, system),
      hasToken,
      next: 'Quit Claude Desktop and open it again.',
    },
    codex: {
      label: 'Codex',
      file: '~/.codex/config.toml',
      format: 'toml',
      table: 'mcp_servers',
      entry: { url, ...(headers !== null && { http_headers: headers }) },
      hasToken,
      next: hasToken ? 'Start Codex anew.' : `Sign in by codex mcp login ${SERVER_KEY}.`,
    },
    gemini: {
      ...json,
      label: 'Gemini',
      file: '~/.gemini/settings.json',
      entry: { url, type: 'http', ...(headers !== null && { headers }) },
      hasToken,
      next: hasToken ? 'Start Gemini anew.' : `Start Gemini anew, and sign in by /mcp auth ${SERVER_KEY}.`,
    },
    // it ignores the header of a server that offers OAuth
    cursor: {
      ...json,
      label: 'Cursor',
      file: '~/.cursor/mcp.json',
      entry: { url },
      hasToken: false,
      next: 'Open Cursor anew; it opens your browser to sign in.',
    },
    // it supports a header, but its file is often shared in a project
    'vs-code': {
      label: 'VS Code',
      file: VS_CODE_FILES[system],
      format: 'json',
      table: 'servers',
      entry: { type: 'http', url },
      hasToken: false,
      next: 'Start the server in VS Code, MCP: List Servers; it opens your browser to sign in.',
    },
  }
}

const VS_CODE_FILES: Readonly<Record<System, string>> = {
  macos: '~/Library/Application Support/Code/User/mcp.json',
  windows: '%APPDATA%\\Code\\User\\mcp.json',
  linux: '~/.config/Code/User/mcp.json',
}

/** The paths of the instance's packages, which contain its URL: `flockwork connect` and the listener. */
export const CONNECT_PACKAGE_PATH = '/flockwork-connect.tgz'
export const LISTEN_PACKAGE_PATH = '/flockwork-listen.tgz'

/** The one-line command that sets up a machine's clients. */
export function connectCommand(origin: string, agent?: string): string {
  const named = agent === undefined ? '' : ` --agent ${agent}`
  return `${runPackage(origin, CONNECT_PACKAGE_PATH)}${named}`
}

/** The command that wakes another command for each message to the agent. Options and the command follow. */
export function listenCommand(origin: string): string {
  return runPackage(origin, LISTEN_PACKAGE_PATH)
}

/** npm 12 installs no package from a URL without this option; older versions ignore it. */
function runPackage(origin: string, path: string): string {
  return `npx -y --allow-remote=root ${origin}${path}`
}

export function originOf(url: string): string {
  return partsOf(url).origin
}

export interface Endpoint {
  /** The agent's URL, such as `https://chat.example.org/mcp/agents/scout`. */
  readonly url: string
  readonly token: string | null
}

export interface StdioServers {
  readonly mcpServers: Readonly<Record<string, BridgeEntry>>
}

interface BridgeEntry extends Entry {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** The configuration file of hosts that start a local program. */
export function stdioServers(endpoint: Endpoint, system: System = 'linux'): StdioServers {
  return { mcpServers: { [SERVER_KEY]: bridgeEntry(endpoint, system) } }
}

/** The bridge. `${FLOCKWORK_AUTH}`: some hosts split arguments at spaces. */
function bridgeEntry({ url, token }: Endpoint, system: System): BridgeEntry {
  const bridge = [
    ...bridgeOf(url),
    ...(token === null ? [] : ['--header', 'Authorization:${FLOCKWORK_AUTH}']),
  ]
  return {
    // on Windows npx is a script that only a shell can start
    ...(system === 'windows'
      ? { command: 'cmd', args: ['/c', 'npx', ...bridge] }
      : { command: 'npx', args: bridge }),
    ...(token !== null && { env: { FLOCKWORK_AUTH: `Bearer ${token}` } }),
  }
}

/** The texts to copy. */
export interface ClientSetups {
  readonly desktop: Readonly<Record<System, string>>
  readonly claudeCode: string
  readonly codex: string
  readonly gemini: string
  readonly vsCode: string
  readonly cursor: string
  /** For chat assistants on the web: only the URL. */
  readonly chat: string
  readonly script: string
  readonly bridge: string
  /** The request header with the token; null without one. */
  readonly header: string | null
}

export function clientSetups(endpoint: Endpoint): ClientSetups {
  const { url, token } = endpoint
  const bearer = token === null ? null : `Authorization: Bearer ${token}`
  const desktop = (system: System) => json(stdioServers(endpoint, system))
  const files = fileSetups(endpoint, 'linux')
  const fileOf = ({ table, entry }: FileSetup) => json({ [table]: { [SERVER_KEY]: entry } })
  return {
    desktop: { macos: desktop('macos'), windows: desktop('windows'), linux: desktop('linux') },
    claudeCode: `claude mcp add --transport http ${SERVER_KEY} ${url}${bearer === null ? '' : ` --header "${bearer}"`}`,
    codex:
      token === null
        ? `codex mcp add ${SERVER_KEY} --url ${url}\ncodex mcp login ${SERVER_KEY}`
        : `export FLOCKWORK_TOKEN=${token}\ncodex mcp add ${SERVER_KEY} --url ${url} --bearer-token-env-var FLOCKWORK_TOKEN`,
    // in the home folder it writes nothing without -s user, but claims that it did
    gemini: `gemini mcp add -s user --transport http${bearer === null ? '' : ` -H "${bearer}"`} ${SERVER_KEY} ${url}`,
    vsCode: fileOf(files['vs-code']),
    cursor: fileOf(files.cursor),
    chat: url,
    script: scriptOf(endpoint),
    bridge: `npx ${bridgeOf(url).join(' ')}${bearer === null ? '' : ` --header "${bearer}"`}`,
    header: bearer,
  }
}

/** Whether the URL is local to its machine, so that nothing on the web can reach it. */
export function isLoopback(url: string): boolean {
  const { host } = partsOf(url)
  return host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
}

function bridgeOf(url: string): string[] {
  return [
    '-y',
    'mcp-remote',
    url,
    '--transport',
    'http-only',
    ...(needsAllowHttp(url) ? ['--allow-http'] : []),
  ]
}

/** The bridge accepts plain HTTP only for two names; others need a flag. */
function needsAllowHttp(url: string): boolean {
  const { origin, host } = partsOf(url)
  return origin.startsWith('http://') && host !== 'localhost' && host !== '127.0.0.1'
}

function scriptOf({ url, token }: Endpoint): string {
  const { origin, path } = partsOf(url)
  const agent = /^\/mcp\/agents\/(.+)$/.exec(path)?.[1]
  const signsIn = agent === undefined ? '' : ` --agent ${agent}`
  const before = token === null ? '' : `FLOCKWORK_TOKEN=${token} `
  return `${before}${listenCommand(origin)}${token === null ? signsIn : ''} --labelled -- ./answer.sh`
}

/** Splits a URL that the server or the browser created. */
function partsOf(url: string): { origin: string; host: string; path: string } {
  const [scheme = '', , authority = '', ...rest] = url.split('/')
  const end = authority.startsWith('[') ? authority.indexOf(']') + 1 : authority.indexOf(':')
  return {
    origin: `${scheme}//${authority}`,
    host: end <= 0 ? authority : authority.slice(0, end),
    path: `/${rest.join('/')}`,
  }
}

const INDENT = 2

function json(value: unknown): string {
  return JSON.stringify(value, null, INDENT)
}
