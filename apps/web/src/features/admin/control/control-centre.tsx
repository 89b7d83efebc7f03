import { adminControlRoutes } from '@flockwork/contract/admin/control'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useServices } from '../../../api/services.ts'
import { centre as words, managed } from '../../../strings/admin-control.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { adminKeys } from '../keys.ts'
import { reasonOf } from './control-words.ts'
import { GatewayLine } from './gateway-line.tsx'
import { GlobalSwitch } from './global-switch.tsx'
import { InstanceAgents } from './instance-agents.tsx'
import { ManagedAgents } from './managed-agents.tsx'

const REFETCH_MS = 30_000

/** The instance's agents, below the tabs: the global switch of the managed ones, their limits, and all other agents. */
export function ControlCentre() {
  const { api } = useServices()
  const id = useId()
  const control = useQuery({
    queryKey: adminKeys.control,
    queryFn: () => api.call(adminControlRoutes.control, {}),
    refetchInterval: REFETCH_MS,
  })
  return (
    <section aria-labelledby={id} className="flex flex-col gap-5 border-t border-line pt-6">
      <h2 id={id} className="font-display text-xl font-semibold tracking-display">
        {words.title}
      </h2>
      {control.data === undefined && control.error !== null && (
        <LoadFailure text={managed.failed(reasonOf(control.error))} onRetry={() => void control.refetch()} />
      )}
      {control.isPending && (
        <SkeletonGroup label={words.loading}>
          <Skeleton className="h-4 w-48" />
        </SkeletonGroup>
      )}
      {control.data && (
        <>
          <GlobalSwitch centre={control.data} />
          <ManagedAgents agents={control.data.agents} />
        </>
      )}
      <GatewayLine />
      <InstanceAgents />
    </section>
  )
}
