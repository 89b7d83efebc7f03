/** What people paste into their assistants (design of the MCP endpoint, configuration). */
import type { McpConfig } from '@flockwork/contract/agents'

const SERVER_KEY = 'flockwork'

export function endpointOf(publicUrl: string, handle: string): string {
  return `${publicUrl}/mcp/agents/${handle}`
}

/** The file of desktop assistants and other hosts that start a local program. */
export function mcpConfig(publicUrl: string, handle: string, token: string): McpConfig {
  return {
    mcpServers: {
      [SERVER_KEY]: {
        command: 'npx',
        args: [
          '-y',
          'mcp-remote',
          endpointOf(publicUrl, handle),
          '--transport',
          'http-only',
          '--header',
          'Authorization:${FLOCKWORK_AUTH}',
        ],
        env: { FLOCKWORK_AUTH: `Bearer ${token}` },
      },
    },
  }
}
