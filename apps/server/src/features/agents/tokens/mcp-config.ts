/** What people paste into their assistants (docs/rules/mcp.md#setups). */
import type { McpConfig } from '@flockwork/contract/agents'
import { stdioServers } from '@flockwork/contract/clients/setups'

export function endpointOf(publicUrl: string, handle: string): string {
  return `${publicUrl}/mcp/agents/${handle}`
}

/** The file of desktop assistants and other hosts that start a local program. */
export function mcpConfig(publicUrl: string, handle: string, token: string): McpConfig {
  const { mcpServers } = stdioServers({ url: endpointOf(publicUrl, handle), token })
  return {
    mcpServers: Object.fromEntries(
      Object.entries(mcpServers).map(([name, { command, args, env = {} }]) => [
        name,
        { command, args: [...args], env },
      ]),
    ),
  }
}
