import { agentTokenRoutes } from '@flockwork/contract/agent-tokens'
import type { AgentConfig } from '@flockwork/contract/agents'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { agentKeys } from '../keys.ts'

/** The name of the new token; an empty text is none. */
export interface NewToken {
  name: string
}

/** Fetches a configuration with a new token. Each call creates one, so it is never retried automatically. */
export function useAgentConfig(agentId: string): UseMutationResult<AgentConfig, Error, NewToken> {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    retry: false,
    // once the dialog is closed, the token is in no cache
    gcTime: 0,
    mutationFn: (body) => api.call(agentTokenRoutes.create, { params: { id: agentId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentKeys.tokens(agentId) }),
  })
}

/** Creates a new token and revokes all others. */
export function useRegenerateToken(
  agentId: string,
  handle: string,
): UseMutationResult<AgentConfig, Error, NewToken> {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    retry: false,
    gcTime: 0,
    mutationFn: async (body) => {
      const params = { id: agentId }
      const { agent_token, mcp_config } = await api.agents.regenerateToken({ params, body })
      return { agent_name: handle, api_token: agent_token, mcp_config }
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentKeys.tokens(agentId) }),
  })
}
