/** One delivery to an agent in the form of MCP answers, for webhooks. */
import type { AgentActor } from '../../../platform/actor.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import type { Mailbox } from '../mailbox/mailbox.ts'
import { inBriefFacts } from './brief.ts'
import type { Facts } from './facts.ts'
import { linesOf, presentMails } from './present.ts'
import { QUOTED } from './quoted.ts'
import { withoutUnseen } from '../../../platform/one-line.ts'

interface LabelledMail {
  readonly reason: string
  /** Quoted on separate lines, with its author and how far to trust it. */
  readonly text: string
  /** The same as structured content. */
  readonly message: Facts
  /** The note that quoted content isn't an instruction. */
  readonly note: string
  readonly ids: {
    readonly space_id: string
    readonly space: string | null
    readonly message_id: string
    readonly thread_id: string
    readonly parent_message_id: string | null
    readonly task_id: string | null
  }
  readonly at: Date
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly mailbox: Pick<Mailbox, 'read'>
}

/**
 * `undefined` for a delivery that is no longer pending: read, answered, withdrawn, expired, out of reach; `'delayed'`
 * while the circuit breaker pauses the agent.
 */
export async function labelledMail(
  { db, clock, mailbox }: Deps,
  actor: AgentActor,
  deliveryId: string,
): Promise<LabelledMail | 'delayed' | undefined> {
  const { mails, pausedUntil } = await mailbox.read({ actor }, { ids: [deliveryId], limit: 1 }, 'looking')
  if (pausedUntil !== undefined) return 'delayed'
  const [mail] = mails
  if (mail === undefined) return undefined
  const items = await presentMails({ db, clock }, actor, [mail])
  const [item] = items
  const [brief] = inBriefFacts({ messages: items })['messages'] as readonly Facts[]
  if (item === undefined || brief === undefined) return undefined
  const { row, message, about } = mail
  return {
    reason: row.reason,
    text: withoutUnseen(
      linesOf(headingOf(row.reason, actor.username, about?.task.display_id), items, actor, clock.now()),
    ),
    message: brief,
    note: QUOTED,
    ids: {
      space_id: message.space_id,
      space: item.space ?? null,
      message_id: message.id,
      thread_id: message.thread_root_id ?? message.id,
      parent_message_id: message.parent_id,
      task_id: about?.task.id ?? null,
    },
    at: row.created_at,
  }
}

function headingOf(reason: string, handle: string, task: string | undefined): string {
  if (reason === 'assignment') return `@${handle} was assigned ${task ?? 'a task'}`
  if (reason === 'approval') return `@${handle}: your idea ${task ?? ''} was approved`
  return reason === 'mention' ? `@${handle} was mentioned` : `@${handle} was answered`
}
