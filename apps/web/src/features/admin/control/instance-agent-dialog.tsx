import {
  adminAgentRoutes,
  type InstanceAgent,
  type InstanceAgentDetails,
} from '@flockwork/contract/admin/agents'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { details as words, use } from '../../../strings/admin-control.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { adminKeys } from '../keys.ts'
import { AgentFacts } from './agent-facts.tsx'
import { AgentPause } from './agent-pause.tsx'
import { AccessList, CallList, PostList } from './agent-lines.tsx'
import { DayFigures } from './day-figures.tsx'
import { DetailSection } from './detail-section.tsx'
import { UseFigures } from './use-figures.tsx'
import { LimitsDialog } from './limits-dialog.tsx'

const REFETCH_MS = 10_000

interface Props {
  /** The agent from the list; its activity is fetched when the dialog opens. */
  agent: InstanceAgent
  open: boolean
  onOpenChange: (open: boolean) => void
  onOwner: (handle: string) => void
  onSpace: (space: { id: string; name: string }) => void
}

/** What an agent did in the last day, on whose behalf, and its kill switch. */
export function InstanceAgentDialog({ agent: listed, open, onOpenChange, onOwner, onSpace }: Props) {
  const { api } = useServices()
  const [isEditing, setEditing] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: adminKeys.agent(listed.id),
    queryFn: ({ signal }) => api.call(adminAgentRoutes.details, { params: { id: listed.id }, signal }),
    enabled: open,
    refetchInterval: REFETCH_MS,
  })
  const agent = data ?? listed
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.title(agent.username)} size="xl" side>
      <AgentFacts agent={agent} onOwner={onOwner} onSpace={onSpace} />
      <AgentPause agent={agent} />
      <DetailSection
        title={words.day}
        aside={
          <Button size="sm" onClick={() => setEditing(true)}>
            {words.limits}
          </Button>
        }
      >
        <DayFigures day={agent.day} />
      </DetailSection>
      <DetailSection title={use.title}>
        <UseFigures usage={agent.usage} />
      </DetailSection>
      <LimitsDialog agent={agent} open={isEditing} onOpenChange={setEditing} />
      {data === undefined ? (
        error === null ? (
          <Waiting />
        ) : (
          <LoadFailure text={words.failed} onRetry={() => void refetch()} />
        )
      ) : (
        <Lines agent={data} />
      )}
    </Dialog>
  )
}

function Lines({ agent }: { agent: InstanceAgentDetails }) {
  const isRefusal = ({ kind }: InstanceAgentDetails['acts'][number]) =>
    kind !== 'call' && kind !== 'message' && kind !== 'task'
  return (
    <>
      <DetailSection title={words.posts}>
        <PostList posts={agent.posts} />
      </DetailSection>
      <DetailSection title={words.refusals}>
        <CallList acts={agent.acts.filter(isRefusal)} none={words.noRefusals} />
      </DetailSection>
      <DetailSection title={words.acts}>
        <CallList acts={agent.acts.filter(({ kind }) => kind === 'call')} none={words.noActs} />
      </DetailSection>
      <DetailSection title={words.access}>
        <AccessList agent={agent} />
      </DetailSection>
    </>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </SkeletonGroup>
  )
}
