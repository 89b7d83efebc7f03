/**
 * Periodic maintenance of tasks: expired leases and deadlines, workers who left, deleted tasks
 * (docs/rules/tasks.md#leases). In batches, each task in its own transaction; the next run continues where one was
 * interrupted.
 */
import { DELETED_TASK_RETENTION_MS, TASK_LEASE_GRACE_MS } from '@flockwork/contract/limits'
import { displayId } from '@flockwork/contract/tasks/display-id'
import { isOpen, type TaskStatus } from '@flockwork/contract/tasks/statuses'
import { sql } from 'kysely'
import { retryDeadlocks, type Tx } from '../../../platform/database.ts'
import { collectFailures } from '../../../platform/failures.ts'
import { orderedId } from '../../../platform/ids.ts'
import { executorOf } from '../../../platform/jobs.ts'
import { lockSequences } from '../../../platform/outbox.ts'
import { markClaimed } from '../../messages/index.ts'
import { addWords, insertNote } from '../notes/note-repository.ts'
import { vectorOf } from '../reading/words.ts'
import { belongsHere, findTask, lockTasks, saveTask, type TaskFields, type TaskRow } from '../repository.ts'
import type { UpkeepServices } from '../services.ts'
import { appendTaskChange, readForAll } from '../writing/append.ts'
import { withdraw } from '../writing/withdraw.ts'
import * as repository from './claim-repository.ts'
import { released } from './release.ts'

const BATCH = 100
const MINUTE_MS = 60_000

/**
 * Safe to repeat, and to run on several nodes at once. Failures are reported, don't block other tasks, and are retried
 * in the next run. @param writerId the account that the notes are by
 */
export async function runTaskUpkeep(services: UpkeepServices, writerId: string): Promise<void> {
  const { db, clock } = services
  const now = () => new Date(clock.now())
  const kinds: readonly { readonly list: List; readonly judge: Judge }[] = [
    {
      list: (page) => repository.listSilentClaims(db, { now: now(), graceMs: TASK_LEASE_GRACE_MS, ...page }),
      judge: silentClaim,
    },
    { list: (page) => repository.listAbandonedTasks(db, page), judge: abandonedTask },
    { list: (page) => repository.listMissedDeadlines(db, { now: now(), ...page }), judge: missedDeadline },
  ]
  for (const { list, judge } of kinds) {
    try {
      await changeEach(services, writerId, list, judge)
    } catch (error) {
      services.onError(error)
    }
  }
}

type List = (page: repository.Page) => Promise<{ space_id: string; id: string }[]>

/** An automatic change of a task, with the text for its conversation. */
interface Happening {
  readonly fields: TaskFields
  readonly action: 'released' | 'status'
  /** The account whose unread assignment is withdrawn. */
  readonly withdrawnFrom?: string | null
  readonly text: string
}

type Judge = (tx: Tx, row: TaskRow, now: number) => Promise<Happening | null>

/** @throws an AggregateError of all failures, after the others were changed. */
async function changeEach(
  services: UpkeepServices,
  writerId: string,
  list: List,
  judge: Judge,
): Promise<void> {
  // exclude failed tasks and those locked by another node: they would be listed first every time
  const unchanged: string[] = []
  const failures = collectFailures()
  for (let isLeft = true; isLeft;) {
    const found = await list({ limit: BATCH, besides: [...unchanged, ...failures.ids] })
    for (const { space_id: spaceId, id } of found) {
      await failures.attempt(id, async () => {
        const isChanged = await changeOne(services, writerId, { spaceId, id }, judge)
        if (!isChanged) unchanged.push(id)
      })
    }
    isLeft = found.length === BATCH
  }
  failures.report('tasks could not be looked after')
}

function changeOne(
  { db, clock, jobs, noticeJob }: UpkeepServices,
  writerId: string,
  { spaceId, id }: { spaceId: string; id: string },
  judge: Judge,
): Promise<boolean> {
  return retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await lockTasks(tx, [id])
      const row = await findTask(tx, spaceId, id)
      const happening = row === undefined ? null : await judge(tx, row, clock.now())
      if (row === undefined || happening === null) return false
      const at = new Date(clock.now())
      const { fields, action, withdrawnFrom = null, text } = happening
      await insertNote(tx, {
        id: orderedId(clock.now()),
        space_id: spaceId,
        task_id: id,
        author_id: writerId,
        note_type: 'issue',
        visibility: 'public',
        note: text,
        created_at: at,
      })
      await addWords(tx, spaceId, id, vectorOf(spaceId, [text]))
      const isClaimed = fields.claimant_id !== null && row.claimant_id !== null
      const messages = await markClaimed(tx, spaceId, [{ messageId: row.message_id, isClaimed }])
      const notice = {
        spaceId,
        messageId: row.message_id,
        content: `@${row.author_handle} ${text}`,
        key: `task:${id}:${row.version}`,
      }
      await jobs.addWithin(executorOf(tx), [noticeJob(notice)])
      await lockSequences(tx, [spaceId])
      await saveTask(tx, { spaceId, id, at }, fields)
      const withdrawn =
        withdrawnFrom === null
          ? []
          : await withdraw(tx, { spaceId, taskId: id, recipientId: withdrawnFrom }, { why: text, at })
      const task = await readForAll(tx, spaceId, id)
      await appendTaskChange({ tx, clock }, { task, action }, messages, withdrawn)
      return true
    }),
  )
}

/** An agent loses its claim when it is silent for the expected time plus half an hour. */
const silentClaim: Judge = async (tx, row, now) => {
  const lease = { now: new Date(now), graceMs: TASK_LEASE_GRACE_MS }
  if (!(await repository.isStillSilent(tx, row, lease))) return null
  const since = row.claimed_at === null ? now : row.claimed_at.getTime()
  const minutes = Math.round((now - since) / MINUTE_MS)
  return {
    ...releaseOf(row),
    text: `@${row.claimant_handle ?? ''} claimed ${displayId(row.number)} ${minutes} minutes ago and went silent, so it lost its claim. ${whereItIs(row)}`,
  }
}

function releaseOf(row: TaskRow): Pick<Happening, 'fields' | 'action' | 'withdrawnFrom'> {
  return { fields: released(row), action: 'released', withdrawnFrom: null }
}

function whereItIs(row: TaskRow): string {
  const { assignee_handle: assignee } = row
  const isAnothers = assignee !== null && row.assignee_id !== row.claimant_id
  return isAnothers ? `It is assigned to @${assignee} now.` : 'It is available again.'
}

const abandonedTask: Judge = async (tx, row) => {
  if (!isOpen(row.status as TaskStatus)) return null
  const hasLeft = async (id: string | null) => id !== null && !(await belongsHere(tx, row.space_id, id))
  const [claimantLeft, assigneeLeft] = [await hasLeft(row.claimant_id), await hasLeft(row.assignee_id)]
  if (!claimantLeft && !assigneeLeft) return null
  const assigneeId = assigneeLeft ? null : row.assignee_id
  const claimantId = claimantLeft ? null : row.claimant_id
  const handle = (claimantLeft ? row.claimant_handle : row.assignee_handle) ?? 'someone'
  const isFree = claimantId === null && assigneeId === null
  return {
    action: 'released',
    fields: {
      assignee_id: assigneeId,
      claimant_id: claimantId,
      ...(assigneeId === null && { assigned_at: null }),
      ...(claimantId === null && { claimed_at: null, worked_at: null }),
      ...(claimantId === null && { status: isFree ? 'available' : 'assigned' }),
    },
    withdrawnFrom: assigneeLeft ? row.assignee_id : null,
    text: `${handle} is no longer in this space, so ${displayId(row.number)} is ${isFree ? 'available again' : 'with who else has it'}.`,
  }
}

const missedDeadline: Judge = async (_, row, now) => {
  const isDue = row.deadline !== null && row.deadline.getTime() < now
  if (!isDue || row.claimant_id !== null || row.status_extended === 'idea') return null
  if (!['available', 'assigned'].includes(row.status)) return null
  return {
    action: 'status',
    fields: { status: 'expired' },
    withdrawnFrom: row.assignee_id,
    text: `The deadline of ${displayId(row.number)} passed and nobody had claimed it.`,
  }
}

/** Deletes the rows of tasks that were deleted long ago. */
export async function purgeTasks({ db, clock }: Pick<UpkeepServices, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - DELETED_TASK_RETENTION_MS)
  for (let purged = BATCH; purged === BATCH;) {
    const { numAffectedRows } = await sql`
      with gone as (
        select space_id, id from tasks where deleted_at < ${before} order by deleted_at limit ${BATCH} for update skip locked
      ), notes as (
        delete from task_notes n using gone where n.space_id = gone.space_id and n.task_id = gone.id
      )
      delete from tasks t using gone where t.space_id = gone.space_id and t.id = gone.id
    `.execute(db)
    purged = Number(numAffectedRows ?? 0n)
  }
}
