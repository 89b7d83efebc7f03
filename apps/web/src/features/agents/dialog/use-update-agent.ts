import type { Agent, agentRoutes } from '@flockwork/contract/agents'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { violationOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import type { Arguments } from '../../../api/client.ts'
import { dashboard as words } from '../../../strings/agent-dialog.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { updateCachedAgent } from '../cached-agents.ts'
import { agentKeys } from '../keys.ts'

type Change = NonNullable<Arguments<typeof agentRoutes.update>['body']>

/**
 * Updates an agent.
 *
 * @param problem the error message; by default the general one for updates of an agent
 */
export function useUpdateAgent(
  agentId: string,
  problem: (error: Error, change: Change) => { title: string; description?: string } = () => ({
    title: words.updateFailed,
  }),
): UseMutationResult<Agent, Error, Change> {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (body: Change) => api.agents.update({ params: { id: agentId }, body }),
    onSuccess(agent) {
      updateCachedAgent(queryClient, agentId, ({ team_id, team_name }) => ({ ...agent, team_id, team_name }))
      void queryClient.invalidateQueries({ queryKey: agentKeys.all })
    },
    onError(error, change) {
      const violation = violationOf(error)
      const said = violation
        ? { title: violation.title, description: `${violation.message} ${violation.suggestion}` }
        : problem(error, change)
      toast({ ...said, tone: 'bad' })
    },
  })
}
