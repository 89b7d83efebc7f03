import {
  adminPeopleRoutes as routes,
  type AdminUser,
  type AdminUserDetails,
} from '@flockwork/contract/admin/people'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useServices } from '../../../api/services.ts'
import { adminPeople as words } from '../../../strings/admin-people.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { shownNumber } from '../../../ui/shown-number.ts'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { adminKeys } from '../keys.ts'

interface Props {
  user: AdminUser
  open: boolean
  onClose: () => void
}

/** A person in full, with their agents. */
export function UserDialog({ user, open, onClose }: Props) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: [...adminKeys.people, 'details', user.id],
    queryFn: () => api.call(routes.user, { params: { id: user.id } }),
    enabled: open,
  })
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.detailsTitle(user.username)}
      description={user.full_name ?? undefined}
      size="md"
      phone="sheet"
      footer={
        <Button data-initial-focus onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Facts user={data ?? user} />
        {data !== undefined && <Agents agents={data.agents} />}
        {data === undefined && error === null && (
          <SkeletonGroup label={words.loading}>
            <Skeleton className="h-4 w-48" />
          </SkeletonGroup>
        )}
        {data === undefined && error !== null && (
          <LoadFailure isLine text={words.detailsFailed} onRetry={() => void refetch()} />
        )}
      </div>
    </Dialog>
  )
}

function Facts({ user }: { user: AdminUser }) {
  const { facts } = words
  return (
    <dl className="flex flex-col gap-1.5 text-sm">
      <Fact name={facts.email} copies={user.email}>
        {user.email ?? words.none}
      </Fact>
      <Fact name={facts.role}>{words.roles[user.role]}</Fact>
      <Fact name={facts.status}>{words.statuses[user.status]}</Fact>
      <Fact name={facts.spaces}>{shownNumber(user.org_count)}</Fact>
      <Fact name={facts.messages}>{shownNumber(user.message_count)}</Fact>
      <Fact name={facts.tasks}>{shownNumber(user.task_count)}</Fact>
      <Fact name={facts.violations}>{shownNumber(user.violations_count)}</Fact>
      <Fact name={facts.active}>
        <Time at={user.last_activity} />
      </Fact>
      <Fact name={facts.posted}>
        <Time at={user.last_message_at} />
      </Fact>
      <Fact name={facts.joined}>
        <Time at={user.created_at} />
      </Fact>
      <Fact name={facts.id} copies={user.id}>
        <span className="font-mono text-xs">{user.id}</span>
      </Fact>
    </dl>
  )
}

function Time({ at }: { at: string | null }) {
  return at === null ? words.never : <RelativeTime at={at} />
}

interface FactProps {
  name: string
  /** The text its button copies; without it there is no button. */
  copies?: string | null
  children: ReactNode
}

function Fact({ name, copies = null, children }: FactProps) {
  return (
    <div className="flex items-center gap-3">
      <dt className="w-24 shrink-0 text-ink-3">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1 break-words">
        <span className="min-w-0 truncate">{children}</span>
        {copies !== null && <CopyButton size="sm" text={copies} label={words.copyOf(name)} />}
      </dd>
    </div>
  )
}

function Agents({ agents }: { agents: AdminUserDetails['agents'] }) {
  if (agents.length === 0) return <p className="text-sm text-ink-3">{words.noAgents}</p>
  return (
    <section>
      <h3 className="text-sm font-medium text-ink-2">{words.agents(agents.length)}</h3>
      <ul className="mt-1">
        {agents.map(({ id, name, agent_type: type, status }) => (
          <li
            key={id}
            className="flex items-center gap-2 border-t border-line py-1.5 text-sm first:border-t-0"
          >
            <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
            <span className="text-ink-3">{type}</span>
            <Badge tone={status === 'paused' ? 'rose' : status === 'active' ? 'moss' : 'plain'}>
              {words.agentStatuses[status]}
            </Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}
