import type { Task } from '@flockwork/contract/tasks'
import { EDITABLE_STATUSES, sentStatus, type TaskStatus } from '@flockwork/contract/tasks/statuses'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { taskActions as words } from '../../../strings/task-actions.ts'
import { announce } from '../../../ui/announce.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useCopy } from '../../../ui/use-copy.ts'
import { taskPath } from '../../task-refs/index.ts'
import { useTaskCache } from '../state/use-task-cache.ts'
import { assigneeOf, type Assignee } from './assignees.ts'
import { createAttempts } from '../../../api/attempts.ts'
import { actFailure, assignFailure, statusFailure } from './failures.ts'
import { ChangedMeanwhile, onFreshVersion } from './fresh-version.ts'
import { rightsOf, useTaskViewer, type TaskRights } from './rights.ts'

const ConfirmDialog = lazyPart(async () => (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog)

export type TaskAct = 'claim' | 'release' | 'status' | 'assign' | 'remove' | 'approve'

/** One-click actions on a task. Each shows a toast if it is refused, and returns whether it succeeded. */
export interface TaskActions {
  /** The actions that the server would allow. */
  readonly rights: TaskRights
  /** The pending action; until it settles, the others do nothing. */
  readonly busy: TaskAct | null
  claim: () => Promise<boolean>
  release: () => Promise<boolean>
  /** By what `sentStatus` makes of it; a status that the edit dialog doesn't offer is sent as it is. */
  setStatus: (status: TaskStatus) => Promise<boolean>
  /** Null: unassigns. */
  assign: (to: Assignee | null) => Promise<boolean>
  /** For administrators: the idea becomes ready. */
  approve: () => Promise<boolean>
  /** Asks for confirmation first, in `dialog`. */
  remove: () => void
  copyLink: () => Promise<void>
  /** To be rendered by the caller. */
  readonly dialog: ReactNode
}

/** @param onRemoved called after the deletion, so that the caller can close */
export function useTaskActions(task: Task, onRemoved?: () => void): TaskActions {
  const { api } = useServices()
  const viewer = useTaskViewer()
  const cache = useTaskCache()
  const toast = useToast()
  const { copy } = useCopy()
  const [attempt] = useState(() => createAttempts())
  const [busy, setBusy] = useState<TaskAct | null>(null)
  const [isAsking, setAsking] = useState(false)
  // a ref: a second click may come before the next render
  const underWay = useRef(false)
  const { id, display_id: name } = task
  const params = { id }

  interface Run {
    readonly act: TaskAct
    /** Resolves to the changed task, if the call returns it. */
    readonly call: () => Promise<Task | undefined>
    /** The announcement; null if a toast shows it. */
    readonly done: string | null
    readonly failed: string
    readonly reason?: (error: unknown) => string
  }

  async function run({ act, call, done, failed, reason = actFailure }: Run): Promise<boolean> {
    if (underWay.current) return false
    underWay.current = true
    setBusy(act)
    try {
      const changed = await call()
      if (changed) cache.replace(changed)
      if (done !== null) announce(done)
      return true
    } catch (error) {
      const description = error instanceof ChangedMeanwhile ? error.message : reason(error)
      toast({ title: failed, description, tone: 'bad' })
      // the refusal may be due to a state that isn't on screen yet
      api.tasks.get({ params }).then(cache.replace, () => undefined)
      return false
    } finally {
      underWay.current = false
      setBusy(null)
    }
  }

  const claim = () =>
    run({
      act: 'claim',
      call: () => attempt(['claim', id], (key) => api.tasks.claim({ params, key })),
      done: words.claimed(name),
      failed: words.claimFailed,
    })

  const release = () =>
    run({
      act: 'release',
      call: () => attempt(['release', id], (key) => api.tasks.release({ params, key })),
      done: words.released(name),
      failed: words.releaseFailed,
    })

  function setStatus(status: TaskStatus) {
    const choice = EDITABLE_STATUSES.find((one) => one === status)
    const sent = choice === undefined ? { status } : sentStatus(choice)
    return run({
      act: 'status',
      call: () =>
        onFreshVersion(
          api,
          task,
          (fresh) => fresh.status !== task.status,
          (version) => {
            const body = { ...sent, version }
            return attempt(['status', id, body], (key) => api.tasks.setStatus({ params, body, key }))
          },
        ),
      done: words.statusSet(name),
      failed: words.statusFailed,
      reason: statusFailure,
    })
  }

  function assign(to: Assignee | null) {
    const assignee = to === null ? {} : to.type === 'agent' ? { agent_id: to.id } : { user_id: to.id }
    return run({
      act: 'assign',
      call: () =>
        onFreshVersion(
          api,
          task,
          (fresh) => assigneeOf(fresh)?.id !== assigneeOf(task)?.id,
          (version) => {
            const body = { ...assignee, version }
            return attempt(['assign', id, body], (key) => api.tasks.assign({ params, body, key }))
          },
        ),
      done: to === null ? words.unassigned(name) : words.assigned(name, to.username),
      failed: words.assignFailed,
      reason: assignFailure,
    })
  }

  const approve = () =>
    run({
      act: 'approve',
      async call() {
        const { success, error } = await attempt(['approve', id], (key) => api.tasks.approve({ params, key }))
        if (!success) throw new ApiError(409, { detail: error })
        return await api.tasks.get({ params })
      },
      done: words.approved(name),
      failed: words.approveFailed,
    })

  async function removeNow() {
    const isRemoved = await run({
      act: 'remove',
      async call() {
        await attempt(['remove', id], (key) => api.tasks.remove({ params, key }))
        return undefined
      },
      done: null,
      failed: words.deleteFailed,
    })
    setAsking(false)
    if (!isRemoved) return
    cache.remove(task)
    toast({ title: words.deleted(name), tone: 'good' })
    onRemoved?.()
  }

  const copyLink = useCallback(() => copy(location.origin + taskPath(id)), [copy, id])

  return {
    rights: rightsOf(viewer, task),
    busy,
    claim,
    release,
    setStatus,
    assign,
    approve,
    remove: () => setAsking(true),
    copyLink,
    dialog: (
      <ConfirmDialog
        when={isAsking}
        onLoadError={() => setAsking(false)}
        open={isAsking}
        title={words.deleteTitle(name)}
        text={words.deleteText(task.title)}
        act={words.delete}
        acting={words.deleting}
        busy={busy === 'remove'}
        tone="danger"
        onConfirm={() => void removeNow()}
        onClose={() => setAsking(false)}
      />
    ),
  }
}
