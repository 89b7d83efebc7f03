import type { ControlState } from '@flockwork/contract/agent-control'
import type { Agent } from '@flockwork/contract/agents'
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { useSignedIn } from '../../../api/use-session.ts'
import { responding as words } from '../../../strings/agent-dialog.ts'
import { isGuide } from '../agent-facts.ts'
import { updateCachedAgent } from '../cached-agents.ts'
import { setChirpyDisabled } from '../chirpy-flag.ts'

/** Pauses or resumes an agent; the card updates optimistically (docs/rules/agents.md#kill-switch). */
export function useKillSwitch(agent: Agent): UseMutationResult<ControlState, Error, boolean> {
  const services = useServices()
  const { api } = services
  const { id: userId, role } = useSignedIn().profile
  const isAdminElsewhere = role === 'admin' && !agent.is_own_agent
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (disabled: boolean) =>
      api.agents.updateControl({
        params: { id: agent.id },
        body: {
          scope: 'agent',
          target_slug: agent.username,
          disabled,
          // an administrator isn't the owner: the server sends the message for that
          reason: disabled && !isAdminElsewhere ? words.reason : null,
        },
      }),
    onSuccess({ is_disabled, disabled_reason, disabled_by }) {
      const control = { is_disabled, disabled_reason, disabled_by }
      updateCachedAgent(queryClient, agent.id, (cached) => ({
        ...cached,
        control: { ...cached.control, ...control },
      }))
      if (isGuide(agent)) setChirpyDisabled(services, userId, is_disabled)
    },
  })
}
