/**
 * Demos in the caller's personal space (docs/rules/demo.md#storage). Their messages have a table of their own: they are
 * in no feed of the server, and nothing there counts, finds or delivers them.
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
import type { StoreKey } from '../../platform/idempotency.ts'
import { randomId } from '../../platform/ids.ts'
import { lockSequences, appendEvent } from '../../platform/outbox.ts'
import { personalSpaceOf } from '../spaces/index.ts'
import { presentDemo, presentReactions } from './present.ts'
import * as repository from './repository.ts'
import { FIRST_DEMO, SCENARIOS, type Line } from './scenarios.ts'

export interface DemoServices {
  readonly db: Db
  readonly clock: Clock
  /** Asked before anything is stored (docs/rules/guardrails.md#checks). */
  readonly guard: (text: string, by: 'person') => Promise<void>
}

/** How much longer a text is left alone for each of its characters. */
const PAUSE_PER_CHAR_MS = 4

/** Stores a scenario after what is there already. @throws Conflict when the demo is full. */
export async function startDemo(
  services: DemoServices,
  person: PersonActor,
  scenario: DemoScenario,
  storeKey: StoreKey,
): Promise<{ scenario: DemoScenario; org_id: string; messages: Message[] }> {
  const { spaceId, messages } = await play(services, person, SCENARIOS[scenario], storeKey)
  return { scenario, org_id: spaceId, messages }
}

/** The first demo, for the same place. @throws Conflict when the demo is full. */
export async function runFirstDemo(
  services: DemoServices,
  person: PersonActor,
  storeKey: StoreKey,
): Promise<{ success: boolean; messages: Message[] }> {
  const { messages } = await play(services, person, FIRST_DEMO, storeKey)
  return { success: true, messages }
}

export async function readDemo({ db }: DemoServices, person: PersonActor): Promise<Message[]> {
  const spaceId = await personalSpaceOf(db, person.accountId)
  return presentDemo(await repository.listDemoMessages(db, spaceId), person)
}

/** @throws NotFound for a parent that isn't in the caller's demo; GuardrailViolation; Conflict when the demo is full. */
export async function sayInDemo(
  { db, clock, guard }: DemoServices,
  person: PersonActor,
  { content, parentId }: { content: string; parentId: string | null },
  storeKey: StoreKey,
): Promise<Message> {
  await guard(content, 'person')
  const id = randomId()
  const rows = await db.transaction().execute(async (tx) => {
    await storeKey(tx)
    const spaceId = await personalSpaceOf(tx, person.accountId)
    await makeRoom(tx, spaceId, 1)
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
    return repository.listDemoMessages(tx, spaceId)
  })
  const said = presentDemo(rows, person).find((message) => message.id === id)
  if (said === undefined) throw new Error(`Demo message ${id} was stored and is not there`)
  return said
}

/** @throws NotFound for a message that isn't in the caller's demo. */
export function reactInDemo(
  { db }: DemoServices,
  person: PersonActor,
  { messageId, emoji, add }: { messageId: string; emoji: string; add: boolean | null },
  storeKey: StoreKey,
): Promise<Reactions> {
  return db.transaction().execute(async (tx) => {
    await storeKey(tx)
    const spaceId = await personalSpaceOf(tx, person.accountId)
    const row = await repository.changeOwnReaction(tx, { spaceId, id: messageId, emoji, add })
    if (row === undefined) throw new NotFound('This message was not found in the demo')
    return presentReactions(row)
  })
}

/** Removes the caller's demo, and tells their open streams. @returns how many messages it had */
export function clearDemo(
  { db, clock }: DemoServices,
  person: PersonActor,
  storeKey: StoreKey,
): Promise<{ removed: number }> {
  return db.transaction().execute(async (tx) => {
    await storeKey(tx)
    const spaceId = await personalSpaceOf(tx, person.accountId)
    await lockSequences(tx, [spaceId])
    const removed = await repository.deleteDemoMessages(tx, spaceId)
    const payload = { action: 'cleared' }
    if (removed > 0)
      await appendEvent(tx, clock, { spaceId, name: 'demo', payload, audience: person.accountId })
    return { removed }
  })
}

/** What nobody cleared goes after 7 days. */
export function pruneDemos({ db, clock }: Pick<DemoServices, 'db' | 'clock'>): Promise<void> {
  return repository.deleteOldDemoMessages(db, new Date(clock.now() - DEMO_RETENTION_MS))
}

async function play(
  { db, clock }: DemoServices,
  person: PersonActor,
  lines: readonly Line[],
  storeKey: StoreKey,
): Promise<{ spaceId: string; messages: Message[] }> {
  const added = toMessages(lines)
  const ids = new Set(added.map(({ id }) => id))
  const { spaceId, rows } = await db.transaction().execute(async (tx) => {
    await storeKey(tx)
    const id = await personalSpaceOf(tx, person.accountId)
    await makeRoom(tx, id, added.length)
    await repository.insertDemoMessages(tx, id, added, new Date(clock.now()))
    return { spaceId: id, rows: await repository.listDemoMessages(tx, id) }
  })
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

/** Milliseconds until the next message: the longer the text, the longer, within what is promised. */
function pauseAfter(text: string): number {
  return Math.min(DEMO_PAUSE_MAX_MS, DEMO_PAUSE_MIN_MS + text.length * PAUSE_PER_CHAR_MS)
}

/** One after the other, so that no two fill the last place. */
async function makeRoom(tx: Tx, spaceId: string, count: number): Promise<void> {
  await lockSequences(tx, [spaceId])
  if ((await repository.countDemoMessages(tx, spaceId)) + count > DEMO_MESSAGES_MAX) {
    throw new Conflict('The demo is full. Clear it first.')
  }
}
