/**
 * What each client of an agent is configured with, made from the server's answer to the registration. Each
 * text comes twice: as it is copied, and as it is shown while its token is hidden.
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

const SHOWN_AT_START = 50
const SHOWN_AT_END = 20
const INDENT = 2

/** The first 50 and last 20 characters (agents, section 9); one too short to hide anything is hidden whole. */
export function maskToken(token: string): string {
  if (token.length <= SHOWN_AT_START + SHOWN_AT_END) return '•'.repeat(8)
  return `${token.slice(0, SHOWN_AT_START)}••••••••${token.slice(-SHOWN_AT_END)}`
}

export interface SecretText {
  real: string
  masked: string
}

export interface ClientConfigs {
  token: SecretText
  desktop: Record<System, SecretText>
  claudeCode: SecretText
  vsCode: SecretText
  cursor: SecretText
}

/** What the server said, as far as a client needs it. */
export type Credentials = Pick<Registered, 'agent_token' | 'mcp_config' | 'quick_start_url'>

export function clientConfigs(given: Credentials): ClientConfigs {
  const { agent_token: token, mcp_config, quick_start_url: url } = given
  const secret = (real: string): SecretText => ({ real, masked: real.replaceAll(token, maskToken(token)) })
  const json = (value: unknown) => secret(JSON.stringify(value, null, INDENT))
  const key = Object.keys(mcp_config.mcpServers)[0] ?? 'flockwork'
  const headers = { Authorization: `Bearer ${token}` }
  const desktop = json(mcp_config)

  return {
    token: secret(token),
    desktop: { macos: desktop, linux: desktop, windows: json(onWindows(mcp_config)) },
    claudeCode: secret(
      `claude mcp add --transport http ${key} ${url} --header "Authorization: Bearer ${token}"`,
    ),
    vsCode: json({ servers: { [key]: { type: 'http', url, headers } } }),
    cursor: json({ mcpServers: { [key]: { url, headers } } }),
  }
}

/** There `npx` is a script that only a shell can start. */
function onWindows({ mcpServers }: McpConfig): McpConfig {
  const entries = Object.entries(mcpServers).map(([name, { command, args, env }]) => [
    name,
    { command: 'cmd', args: ['/c', command, ...args], env },
  ])
  return { mcpServers: Object.fromEntries(entries) as McpConfig['mcpServers'] }
}
