import type { InstanceAgent, InstanceAgentDetails } from '@flockwork/contract/admin/agents'
import type { ControlCentre } from '@flockwork/contract/admin/control'
import type { AgentControl } from '@flockwork/contract/agent-control'
import { useMutation, useQueryClient, type QueryClient, type UseMutationResult } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { pause as words } from '../../../strings/admin-control.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { adminKeys } from '../keys.ts'

interface Change {
  readonly agent: Pick<InstanceAgent, 'id' | 'username' | 'control'>
  readonly disabled: boolean
  readonly reason?: string
}

interface Page {
  readonly rows: readonly InstanceAgent[]
  readonly total: number
}

/**
 * Pauses or resumes an agent: an optimistic update that is rolled back if the server refuses, and replaced by its
 * answer otherwise (docs/rules/agents.md#kill-switch).
 */
export function usePause(): UseMutationResult<AgentControl, Error, Change> {
  const { api } = useServices()
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ agent, disabled, reason }: Change) =>
      api.agents.updateControl({
        params: { id: agent.id },
        body: { scope: 'agent', target_slug: agent.username, disabled, reason: reason || null },
      }),
    onMutate: ({ agent, disabled }) => {
      const shown = { ...agent.control, is_disabled: disabled, ...(!disabled && { disabled_by: [] }) }
      showControl(client, agent.id, shown)
    },
    onError: (_error, { agent }) => showControl(client, agent.id, agent.control),
    onSuccess: (control, { agent }) => {
      showControl(client, agent.id, { ...agent.control, ...control })
      toast({ tone: 'good', title: (control.is_disabled ? words.paused : words.resumed)(agent.username) })
    },
    // the switch also changes what is open and its deliveries
    onSettled: () => refresh(client),
  })
}

/** Invalidates all queries of the control centre. */
export async function refresh(client: QueryClient): Promise<void> {
  await Promise.all(
    [adminKeys.control, adminKeys.agents, adminKeys.managed, ['admin', 'agent']].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}

/** Every query that has the agent. */
function showControl(client: QueryClient, id: string, control: AgentControl): void {
  const renewed = <Row extends { id: string; control: AgentControl }>(row: Row): Row =>
    row.id === id ? { ...row, control: { ...row.control, ...control } } : row
  client.setQueriesData<Page>(
    { queryKey: adminKeys.agents },
    (page) => page && { ...page, rows: page.rows.map(renewed) },
  )
  client.setQueryData<InstanceAgentDetails>(adminKeys.agent(id), (agent) => agent && renewed(agent))
  client.setQueryData<ControlCentre>(
    adminKeys.control,
    (centre) => centre && { ...centre, agents: centre.agents.map(renewed) },
  )
}
