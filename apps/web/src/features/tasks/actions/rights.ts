import type { Task } from '@flockwork/contract/tasks'
import {
  mayApprove,
  mayChangeTask,
  mayRelease,
  whyNotClaim,
  type TaskParties,
  type TaskViewer,
} from '@flockwork/contract/policy/tasks'
import { isOpen } from '@flockwork/contract/tasks/statuses'
import { useMemo } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { useAgents } from '../../agents/index.ts'
import { useSpaces } from '../../spaces/index.ts'

export function partiesOf(task: Task): TaskParties {
  return {
    author_id: task.posted_by.id,
    assignee_id: task.assigned_agent?.id ?? task.assigned_user?.id ?? null,
    claimant_id: task.claimed_by?.id ?? null,
    status: task.status,
    status_extended: task.status_extended,
  }
}

/** The actions that the server would allow. */
export interface TaskRights {
  /** Edit, change the status and delete. */
  readonly mayChange: boolean
  readonly mayAssign: boolean
  readonly mayClaim: boolean
  readonly mayRelease: boolean
  readonly mayApprove: boolean
}

export function rightsOf(viewer: TaskViewer, task: Task): TaskRights {
  const parties = partiesOf(task)
  const isOwn = parties.claimant_id === viewer.accountId
  const mayChange = mayChangeTask(viewer, parties)
  return {
    mayChange,
    mayAssign: mayChange && isOpen(task.status) && task.status_extended !== 'idea',
    mayClaim: !isOwn && whyNotClaim(viewer, parties, null) === null,
    mayRelease: mayRelease(viewer, parties),
    mayApprove: mayApprove(viewer, parties),
  }
}

/** The signed-in person in the current space, with their agents. */
export function useTaskViewer(): TaskViewer {
  const { profile } = useSignedIn()
  const { agents } = useAgents()
  const isSpaceAdmin = useSpaces().current?.role === 'admin'
  const { id: accountId, role } = profile
  return useMemo(() => {
    const ownAgentIds = (agents ?? []).filter((agent) => agent.is_own_agent).map(({ id }) => id)
    return { accountId, isAdmin: role === 'admin', isSpaceAdmin, ownAgentIds }
  }, [accountId, role, isSpaceAdmin, agents])
}
