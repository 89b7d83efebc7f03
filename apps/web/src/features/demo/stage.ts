/** Runs the demo of this tab: what is stored on the server, what is shown, and how both end. */
import { demoRoutes, type DemoScenario } from '@flockwork/contract/demo'
import type { Message } from '@flockwork/contract/messages'
import { onboardingRoutes } from '@flockwork/contract/onboarding'
import { api, timers } from '../../api/browser.ts'
import { randomId } from '../../api/random-id.ts'
import { demo as words } from '../../strings/demo.ts'
import { toasts } from '../../ui/toast-store.ts'
import { tabStorage } from '../../storage/tab-storage.ts'
import { emptyDemoFeed, showInDemoFeed } from '../messages/index.ts'
import { keepDemoSession, readDemoSession } from './demo-session.ts'
import { failureText } from './failure.ts'
import { createPlayer } from './player.ts'
import { shownDemo, type ShownDemo } from './shown-demo.ts'

/** What shows a demo. */
type Parts = Pick<ShownDemo, 'Banner' | 'Side'>

const player = createPlayer({
  timers,
  show(message, waiting) {
    showInDemoFeed(message)
    const session = readDemoSession(tabStorage)
    if (session?.kind === 'shown') keepDemoSession(tabStorage, { ...session, waiting: idsOf(waiting) })
  },
})

/** Stores a scenario, or the first demo, and plays it after what is shown already. Says when it can't be had. */
export async function startDemo(
  { userId, spaceId, parts }: { userId: string; spaceId: string; parts: Parts },
  scenario: DemoScenario | null,
): Promise<void> {
  let messages: Message[]
  try {
    messages = await store(scenario)
  } catch (error) {
    if (readDemoSession(tabStorage)?.kind === 'asked') keepDemoSession(tabStorage, null)
    return tellFailure(words.unable, error)
  }
  const before = readDemoSession(tabStorage)
  const isAdded = before?.kind === 'shown' && before.userId === userId && before.spaceId === spaceId
  if (!isAdded) sweep()
  keepDemoSession(tabStorage, {
    kind: 'shown',
    userId,
    spaceId,
    firstId: isAdded ? before.firstId : (messages[0]?.id ?? ''),
    waiting: [...(isAdded ? before.waiting : []), ...idsOf(messages)],
  })
  shownDemo.set({ spaceId, ...parts })
  toasts.toast({ title: words.ready, description: words.readyText, tone: 'good' })
  player.play(messages)
}

/** After a reload: what was shown stands there at once, the rest is played. */
export async function resumeDemo(parts: Parts): Promise<void> {
  const session = readDemoSession(tabStorage)
  if (session?.kind !== 'shown') return
  try {
    const stored = await read()
    const first = stored.findIndex(({ id }) => id === session.firstId)
    shownDemo.set({ spaceId: session.spaceId, ...parts })
    restage(first < 0 ? [] : stored.slice(first))
  } catch (error) {
    endDemo()
    tellFailure(words.unable, error)
  }
}

/** Ends the demo here and on the server. */
export async function clearDemo(): Promise<void> {
  endDemo()
  try {
    await api.call(demoRoutes.clear, { key: randomId() })
  } catch (error) {
    tellFailure(words.stillStored, error)
  }
}

/** The demo was cleared, here or elsewhere: what is shown and no longer stored goes. */
export async function followClearing(): Promise<void> {
  if (readDemoSession(tabStorage)?.kind === 'shown') restage(await read())
}

/** Takes the demo off the screen; the session stays, to show it again. */
export function leaveStage(): void {
  shownDemo.set(null)
  sweep()
}

function sweep(): void {
  player.stop()
  emptyDemoFeed()
}

function endDemo(): void {
  keepDemoSession(tabStorage, null)
  leaveStage()
}

function restage(stored: readonly Message[]): void {
  const session = readDemoSession(tabStorage)
  const [first] = stored
  if (session?.kind !== 'shown' || first === undefined) return endDemo()
  sweep()
  const isWaiting = new Set(session.waiting)
  const waiting = stored.filter(({ id }) => isWaiting.has(id))
  keepDemoSession(tabStorage, { ...session, firstId: first.id, waiting: idsOf(waiting) })
  for (const message of stored) if (!isWaiting.has(message.id)) showInDemoFeed(message)
  player.play(waiting)
}

async function store(scenario: DemoScenario | null): Promise<Message[]> {
  const key = randomId()
  const { messages } =
    scenario === null
      ? await api.call(onboardingRoutes.runDemo, { key })
      : await api.call(demoRoutes.start, { body: { scenario }, key })
  return messages
}

async function read(): Promise<Message[]> {
  return (await api.call(demoRoutes.messages, {})).messages
}

function idsOf(messages: readonly Message[]): string[] {
  return messages.map(({ id }) => id)
}

function tellFailure(what: string, error: unknown): void {
  toasts.toast({ title: words.failed, description: failureText(what, error), tone: 'bad' })
}
