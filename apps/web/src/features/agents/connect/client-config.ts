/**
 * Each client's setup (docs/rules/mcp.md#setups) as a page shows it. Each text comes in two forms: as it is copied, and
 * as it is shown while its token is masked.
 */
import type { McpConfig, Registered } from '@flockwork/contract/agents'
import { clientSetups, type ClientSetups, type System } from '@flockwork/contract/clients/setups'

const SHOWN_AT_START = 50
const SHOWN_AT_END = 20

/** The first 50 and last 20 characters; a token too short for that is masked entirely. */
export function maskToken(token: string): string {
  if (token.length <= SHOWN_AT_START + SHOWN_AT_END) return '•'.repeat(8)
  return `${token.slice(0, SHOWN_AT_START)}••••••••${token.slice(-SHOWN_AT_END)}`
}

export interface SecretText {
  real: string
  masked: string
}

type Texts = Omit<ClientSetups, 'desktop' | 'chat' | 'header'>

export interface ClientConfigs extends Readonly<Record<keyof Texts, SecretText>> {
  desktop: Record<System, SecretText>
  /** The request header with the token; null without one. */
  header: SecretText | null
}

/** The part of the server's response that a client needs. */
export type Credentials = Pick<Registered, 'agent_token' | 'quick_start_url'>

/** With the agent's token. */
export function clientConfigs({ agent_token: token, quick_start_url: url }: Credentials): ClientConfigs & {
  token: SecretText
} {
  const secret = (real: string): SecretText => ({ real, masked: real.replaceAll(token, maskToken(token)) })
  return { ...configsOf(clientSetups({ url, token }), secret), token: secret(token) }
}

/** Without a token: the client opens a browser, where the agent's owner authorizes it. */
export function signInConfigs(url: string): ClientConfigs {
  return configsOf(clientSetups({ url, token: null }), (real) => ({ real, masked: real }))
}

function configsOf(
  { desktop, header, ...setups }: ClientSetups,
  asSecret: (real: string) => SecretText,
): ClientConfigs {
  return {
    desktop: {
      macos: asSecret(desktop.macos),
      windows: asSecret(desktop.windows),
      linux: asSecret(desktop.linux),
    },
    claudeCode: asSecret(setups.claudeCode),
    codex: asSecret(setups.codex),
    gemini: asSecret(setups.gemini),
    vsCode: asSecret(setups.vsCode),
    cursor: asSecret(setups.cursor),
    script: asSecret(setups.script),
    bridge: asSecret(setups.bridge),
    header: header === null ? null : asSecret(header),
  }
}

/** The URL of an agent's endpoint on this page's instance. */
export function endpointOf(handle: string): string {
  return `${location.origin}/mcp/agents/${handle}`
}

/** The URL in a configuration. */
export function endpointIn({ mcpServers }: McpConfig): string {
  const args = Object.values(mcpServers).flatMap((server) => server.args)
  return args.find((arg) => /^https?:/.test(arg)) ?? ''
}
