import { agentTokenRoutes } from '@flockwork/contract/agent-tokens'
import type { AgentConfig } from '@flockwork/contract/agents'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { agentKeys } from '../keys.ts'

/** What the new token is called; an empty text is no name. */
export interface NewToken {
  name: string
}

/** Makes one more token, in its configuration. Each call makes one, so it is never repeated by itself. */
export function useAgentConfig(agentId: string): UseMutationResult<AgentConfig, Error, NewToken> {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    retry: false,
    // the token is in no cache once the window is closed
    gcTime: 0,
    mutationFn: (body) => api.call(agentTokenRoutes.create, { params: { id: agentId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentKeys.tokens(agentId) }),
  })
}

/** Makes a new token and ends all others. */
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
