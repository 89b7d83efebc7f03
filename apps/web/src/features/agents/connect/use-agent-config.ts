import type { McpConfig } from '@flockwork/contract/agents'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { agentKeys } from '../keys.ts'

export interface AgentConfig {
  agent_name: string
  api_token: string
  mcp_config: McpConfig
}

/** Asks for the configuration with one more token. Each call makes one, so it is never repeated by itself. */
export function useAgentConfig(agentId: string): UseMutationResult<AgentConfig, Error, void> {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    retry: false,
    // the token is in no cache once the window is closed
    gcTime: 0,
    mutationFn: () => api.agents.config({ params: { id: agentId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentKeys.tokens(agentId) }),
  })
}

/** Makes a new token and ends all others. */
export function useRegenerateToken(
  agentId: string,
  handle: string,
): UseMutationResult<AgentConfig, Error, void> {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    retry: false,
    gcTime: 0,
    mutationFn: async () => {
      const { agent_token, mcp_config } = await api.agents.regenerateToken({ params: { id: agentId } })
      return { agent_name: handle, api_token: agent_token, mcp_config }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentKeys.tokens(agentId) }),
  })
}
