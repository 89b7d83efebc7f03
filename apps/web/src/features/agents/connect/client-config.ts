/**
 * The configuration text of each client, made from the server's answer or from the agent's address alone. Each text
 * comes twice: as it is copied, and as it is shown while its token is hidden.
 */
import type { McpConfig, Registered } from '@flockwork/contract/agents'

export const SYSTEMS = ['macos', 'windows', 'linux'] as const
export type System = (typeof SYSTEMS)[number]

/** Where desktop assistants keep their configuration. */
export const DESKTOP_FILES: Record<System, string> = {
  macos: '~/Library/Application Support/Claude/claude_desktop_config.json',
  windows: '%APPDATA%\\Claude\\claude_desktop_config.json',
  linux: '~/.config/Claude/claude_desktop_config.json',
}

const SERVER_KEY = 'flockwork'
const SHOWN_AT_START = 50
const SHOWN_AT_END = 20
const INDENT = 2

/** The first 50 and last 20 characters; one too short to hide anything is hidden whole. */
export function maskToken(token: string): string {
  if (token.length <= SHOWN_AT_START + SHOWN_AT_END) return '•'.repeat(8)
  return `${token.slice(0, SHOWN_AT_START)}••••••••${token.slice(-SHOWN_AT_END)}`
}

export interface SecretText {
  real: string
  masked: string
}

export interface ClientConfigs {
  desktop: Record<System, SecretText>
  claudeCode: SecretText
  vsCode: SecretText
  cursor: SecretText
  /** The line of a request that carries the token; null without one. */
  header: SecretText | null
}

/** What the server said, as far as a client needs it. */
export type Credentials = Pick<Registered, 'agent_token' | 'mcp_config' | 'quick_start_url'>

/** With the agent's token. VS Code and Cursor sign in by themselves: they ignore a header where they can. */
export function clientConfigs(given: Credentials): ClientConfigs & { token: SecretText } {
  const { agent_token: token, mcp_config, quick_start_url: url } = given
  const secret = (real: string): SecretText => ({ real, masked: real.replaceAll(token, maskToken(token)) })
  const key = Object.keys(mcp_config.mcpServers)[0] ?? SERVER_KEY
  const desktop = secret(json(mcp_config))

  return {
    ...signInConfigs(url),
    token: secret(token),
    desktop: { macos: desktop, linux: desktop, windows: secret(json(onWindows(mcp_config))) },
    claudeCode: secret(`${claudeCode(key, url)} --header "Authorization: Bearer ${token}"`),
    header: secret(`Authorization: Bearer ${token}`),
  }
}

/** Without a token: the client opens a browser, and the agent's owner allows it there. */
export function signInConfigs(url: string): ClientConfigs {
  const args = ['-y', 'mcp-remote', url, '--transport', 'http-only']
  const local = { mcpServers: { [SERVER_KEY]: { command: 'npx', args } } }
  const desktop = open(json(local))
  return {
    desktop: { macos: desktop, linux: desktop, windows: open(json(onWindows(local))) },
    claudeCode: open(claudeCode(SERVER_KEY, url)),
    vsCode: open(json({ servers: { [SERVER_KEY]: { type: 'http', url } } })),
    cursor: open(json({ mcpServers: { [SERVER_KEY]: { url } } })),
    header: null,
  }
}

/** The address of an agent's endpoint at the instance that this page is of. */
export function endpointOf(handle: string): string {
  return `${location.origin}/mcp/agents/${handle}`
}

/** The address that a configuration leads to. */
export function endpointIn({ mcpServers }: McpConfig): string {
  const args = Object.values(mcpServers).flatMap((server) => server.args)
  return args.find((arg) => /^https?:/.test(arg)) ?? ''
}

function claudeCode(key: string, url: string): string {
  return `claude mcp add --transport http ${key} ${url}`
}

function open(text: string): SecretText {
  return { real: text, masked: text }
}

function json(value: unknown): string {
  return JSON.stringify(value, null, INDENT)
}

interface LocalServers {
  mcpServers: Record<string, { command: string; args: string[]; env?: Record<string, string> }>
}

/** There `npx` is a script that only a shell can start. */
function onWindows({ mcpServers }: LocalServers): LocalServers {
  const entries = Object.entries(mcpServers).map(
    ([name, { command, args, ...rest }]): [string, LocalServers['mcpServers'][string]] => [
      name,
      { command: 'cmd', args: ['/c', command, ...args], ...rest },
    ],
  )
  return { mcpServers: Object.fromEntries(entries) }
}
