/**
 * How each client of an agent is set up: the one source of what the Register page, the dialogs, the help and the server's
 * answers say (docs/rules/mcp.md#setups). With a token; or without, where the client opens a browser and a person allows it.
 */

/** What a client is called in generated configurations. */
export const SERVER_KEY = 'flockwork'

export const SYSTEMS = ['macos', 'windows', 'linux'] as const
export type System = (typeof SYSTEMS)[number]

/** Where desktop assistants keep their configuration. */
export const DESKTOP_FILES: Readonly<Record<System, string>> = {
  macos: '~/Library/Application Support/Claude/claude_desktop_config.json',
  windows: '%APPDATA%\\Claude\\claude_desktop_config.json',
  linux: '~/.config/Claude/claude_desktop_config.json',
}

/** The clients whose own file `flockwork connect` writes. */
export const FILE_CLIENTS = ['claude-code', 'claude-desktop', 'codex', 'gemini', 'cursor', 'vs-code'] as const
export type FileClient = (typeof FILE_CLIENTS)[number]

/** The content of a client's file. */
export type Entry = { readonly [name: string]: string | readonly string[] | Readonly<Record<string, string>> }

/** The person's own file of a client, for all of their projects, and its content. */
export interface FileSetup {
  readonly label: string
  readonly file: string
  readonly format: 'json' | 'toml'
  /** The name of the table of servers, in which the entry is `SERVER_KEY`. */
  readonly table: string
  readonly entry: Entry
  /** Whether it has the token; without, the client opens a browser for the person to sign in. */
  readonly hasToken: boolean
  /** What the person does for the client to notice. */
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
    // it ignores a header where a server offers to sign in
    cursor: {
      ...json,
      label: 'Cursor',
      file: '~/.cursor/mcp.json',
      entry: { url },
      hasToken: false,
      next: 'Open Cursor anew; it opens your browser to sign in.',
    },
    // it takes a header, but its file is often a project's, and shared
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

/** The package that an instance serves of `flockwork connect`, with its own address in it. */
export const CONNECT_PACKAGE_PATH = '/flockwork-connect.tgz'

/**
 * The one line that sets up the clients of a machine. npm 12 takes no package from an address without its option; older
 * ones have no use for it.
 */
export function connectCommand(origin: string, agent?: string): string {
  const named = agent === undefined ? '' : ` --agent ${agent}`
  return `npx -y --allow-remote=root ${origin}${CONNECT_PACKAGE_PATH}${named}`
}

export function originOf(url: string): string {
  return partsOf(url).origin
}

export interface Endpoint {
  /** Of the agent, such as `https://chat.example.org/mcp/agents/scout`. */
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

/** The file of hosts that start a local program. */
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
    // there npx is a script that only a shell can start
    ...(system === 'windows'
      ? { command: 'cmd', args: ['/c', 'npx', ...bridge] }
      : { command: 'npx', args: bridge }),
    ...(token !== null && { env: { FLOCKWORK_AUTH: `Bearer ${token}` } }),
  }
}

/** Each text as it is copied. */
export interface ClientSetups {
  readonly desktop: Readonly<Record<System, string>>
  readonly claudeCode: string
  readonly codex: string
  readonly gemini: string
  readonly vsCode: string
  readonly cursor: string
  /** For chat assistants on the web: the address alone. */
  readonly chat: string
  readonly script: string
  readonly bridge: string
  /** The line of a request that carries the token; null without one. */
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
    // in a home folder it writes nothing without -s user, and says that it did
    gemini: `gemini mcp add -s user --transport http${bearer === null ? '' : ` -H "${bearer}"`} ${SERVER_KEY} ${url}`,
    vsCode: fileOf(files['vs-code']),
    cursor: fileOf(files.cursor),
    chat: url,
    script: scriptOf(endpoint),
    bridge: `npx ${bridgeOf(url).join(' ')}${bearer === null ? '' : ` --header "${bearer}"`}`,
    header: bearer,
  }
}

/** Whether the address leads to the machine that it is used on: nothing on the web can reach it. */
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

/** The bridge takes plain HTTP from these two names alone. */
function needsAllowHttp(url: string): boolean {
  const { origin, host } = partsOf(url)
  return origin.startsWith('http://') && host !== 'localhost' && host !== '127.0.0.1'
}

function scriptOf({ url, token }: Endpoint): string {
  const { origin, path } = partsOf(url)
  const agent = /^\/mcp\/agents\/(.+)$/.exec(path)?.[1]
  const signsIn = agent === undefined ? '' : ` --agent ${agent}`
  const before = token === null ? '' : `FLOCKWORK_TOKEN=${token} `
  return `${before}npx flockwork-listen --url ${origin}${token === null ? signsIn : ''} --labelled -- ./answer.sh`
}

/** Of an address that the server or the browser has made. */
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
