/** The configuration that people paste into their MCP clients (docs/rules/mcp.md#setups). */
import type { McpConfig } from '@flockwork/contract/agents'
import { stdioServers } from '@flockwork/contract/clients/setups'

export function endpointOf(publicUrl: string, handle: string): string {
  return `${publicUrl}/mcp/agents/${handle}`
}

/** The configuration file of desktop assistants and other hosts that start a local program. */
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
