/**
 * Demos in the caller's personal space (docs/rules/demo.md#storage). Their messages have a separate table, so nothing
 * on the server counts, finds or delivers them.
 */
import type { DemoScenario } from '@flockwork/contract/demo'
import {
  DEMO_RETENTION_MS,
  DEMO_MESSAGES_MAX,
  DEMO_PAUSE_MAX_MS,
  DEMO_PAUSE_MIN_MS,
} from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import type { Reactions } from '@flockwork/contract/reactions'
import type { PersonActor } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, Tx } from '../../platform/database.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import type { Once } from '../../platform/idempotency.ts'
import { randomId } from '../../platform/ids.ts'
import { lockSequences, appendEvent } from '../../platform/outbox.ts'
import { type Guard, writingOf } from '../guardrails/index.ts'
import { personalSpaceOf } from '../spaces/index.ts'
import { presentDemo, presentReactions } from './present.ts'
import * as repository from './repository.ts'
import { FIRST_DEMO, SCENARIOS, type Line } from './scenarios.ts'

export interface DemoDeps {
  readonly db: Db
  readonly clock: Clock
  /** Checks a text before it is stored (docs/rules/guardrails.md#checks). */
  readonly guard: Guard
}

/** Reading time per character before the next message. */
const PAUSE_PER_CHAR_MS = 4

interface StartedDemo {
  readonly scenario: DemoScenario
  readonly org_id: string
  readonly messages: Message[]
}

/** Appends a scenario to the demo. @throws Conflict when the demo is full. */
export async function startDemo(
  services: DemoDeps,
  person: PersonActor,
  scenario: DemoScenario,
  once: Once<StartedDemo>,
): Promise<StartedDemo> {
  return once(async (tx) => {
    const { spaceId, messages } = await appendLines(services, tx, person, SCENARIOS[scenario])
    return { scenario, org_id: spaceId, messages }
  })
}

/** Appends the first demo of the onboarding. @throws Conflict when the demo is full. */
export async function runFirstDemo(
  services: DemoDeps,
  person: PersonActor,
  once: Once<{ success: boolean; messages: Message[] }>,
): Promise<{ success: boolean; messages: Message[] }> {
  return once(async (tx) => {
    const { messages } = await appendLines(services, tx, person, FIRST_DEMO)
    return { success: true, messages }
  })
}

export async function readDemo({ db }: DemoDeps, person: PersonActor): Promise<Message[]> {
  const spaceId = await personalSpaceOf(db, person.accountId)
  return presentDemo(await repository.listDemoMessages(db, spaceId), person)
}

/**
 * @throws NotFound for a parent that isn't in the caller's demo; GuardrailViolation; Conflict when the demo is full.
 */
export async function postInDemo(
  { clock, guard }: DemoDeps,
  person: PersonActor,
  { content, parentId }: { content: string; parentId: string | null },
  once: Once<Message>,
): Promise<Message> {
  await guard(content, writingOf(person, 'demo', null))
  const id = randomId()
  return once(async (tx) => {
    const spaceId = await personalSpaceOf(tx, person.accountId)
    await requireCapacity(tx, spaceId, 1)
    const parent = parentId === null ? null : await repository.findDemoMessage(tx, spaceId, parentId)
    if (parent === undefined) throw new NotFound('The message to answer was not found in the demo')
    const message = {
      id,
      author: null,
      content,
      parentId,
      threadRootId: parent && (parent.thread_root_id ?? parent.id),
      pauseAfterMs: null,
      reactions: {},
    }
    await repository.insertDemoMessages(tx, spaceId, [message], new Date(clock.now()))
    const rows = await repository.listDemoMessages(tx, spaceId)
    const posted = presentDemo(rows, person).find((message) => message.id === id)
    if (posted === undefined) throw new Error(`Demo message ${id} was stored and is missing`)
    return posted
  })
}

/** @throws NotFound for a message that isn't in the caller's demo. */
export function reactInDemo(
  person: PersonActor,
  { messageId, emoji, add }: { messageId: string; emoji: string; add: boolean | null },
  once: Once<Reactions>,
): Promise<Reactions> {
  return once(async (tx) => {
    const spaceId = await personalSpaceOf(tx, person.accountId)
    const row = await repository.changeOwnReaction(tx, { spaceId, id: messageId, emoji, add })
    if (row === undefined) throw new NotFound('This message was not found in the demo')
    return presentReactions(row)
  })
}

/** Deletes the caller's demo, with an event for their devices. @returns how many messages it had */
export function clearDemo(
  { clock }: DemoDeps,
  person: PersonActor,
  once: Once<{ removed: number }>,
): Promise<{ removed: number }> {
  return once(async (tx) => {
    const spaceId = await personalSpaceOf(tx, person.accountId)
    await lockSequences(tx, [spaceId])
    const removed = await repository.deleteDemoMessages(tx, spaceId)
    const payload = { action: 'cleared' }
    if (removed > 0)
      await appendEvent(tx, clock, { spaceId, name: 'demo', payload, audience: person.accountId })
    return { removed }
  })
}

/** Deletes messages that nobody cleared in 7 days. */
export function pruneDemos({ db, clock }: Pick<DemoDeps, 'db' | 'clock'>): Promise<void> {
  return repository.deleteOldDemoMessages(db, new Date(clock.now() - DEMO_RETENTION_MS))
}

async function appendLines(
  { clock }: DemoDeps,
  tx: Tx,
  person: PersonActor,
  lines: readonly Line[],
): Promise<{ spaceId: string; messages: Message[] }> {
  const added = toMessages(lines)
  const ids = new Set(added.map(({ id }) => id))
  const spaceId = await personalSpaceOf(tx, person.accountId)
  await requireCapacity(tx, spaceId, added.length)
  await repository.insertDemoMessages(tx, spaceId, added, new Date(clock.now()))
  const rows = await repository.listDemoMessages(tx, spaceId)
  return { spaceId, messages: presentDemo(rows, person).filter(({ id }) => ids.has(id)) }
}

function toMessages(lines: readonly Line[]): repository.NewDemoMessage[] {
  const messages: repository.NewDemoMessage[] = []
  for (const { by, text, answers, reactions = {} } of lines) {
    const parent = answers === undefined ? undefined : messages.at(-answers)
    messages.push({
      id: randomId(),
      author: by,
      content: text,
      parentId: parent?.id ?? null,
      threadRootId: parent ? (parent.threadRootId ?? parent.id) : null,
      pauseAfterMs: pauseAfter(text),
      reactions,
    })
  }
  return messages
}

/** Milliseconds until the next message, by the length of the text. */
function pauseAfter(text: string): number {
  return Math.min(DEMO_PAUSE_MAX_MS, DEMO_PAUSE_MIN_MS + text.length * PAUSE_PER_CHAR_MS)
}

/** Under a lock, so that concurrent calls don't exceed the maximum. @throws Conflict when the demo is full. */
async function requireCapacity(tx: Tx, spaceId: string, count: number): Promise<void> {
  await lockSequences(tx, [spaceId])
  if ((await repository.countDemoMessages(tx, spaceId)) + count > DEMO_MESSAGES_MAX) {
    throw new Conflict('The demo is full. Clear it first.')
  }
}
