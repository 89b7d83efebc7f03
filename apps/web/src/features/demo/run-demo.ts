/** Runs this tab's demo: what is stored on the server, what is shown, and how both end. */
import { demoRoutes, type DemoScenario } from '@flockwork/contract/demo'
import type { Message } from '@flockwork/contract/messages'
import { onboardingRoutes } from '@flockwork/contract/onboarding'
import { oncePerServices } from '../../api/once-per-services.ts'
import type { AppServices } from '../../api/services.ts'
import { randomId } from '../../api/random-id.ts'
import { demo as words } from '../../strings/demo.ts'
import { toasts } from '../../ui/toast-store.ts'
import { tabStorage } from '../../storage/tab-storage.ts'
import { emptyDemoFeed, showInDemoFeed } from '../messages/index.ts'
import { saveDemoSession, readDemoSession } from './demo-session.ts'
import { failureText } from './failure.ts'
import { createPlayer } from './player.ts'
import { shownDemo, type ShownDemo } from './shown-demo.ts'

/** Renders a demo. */
type Parts = Pick<ShownDemo, 'Banner' | 'Side'>

const playerOf = oncePerServices(({ timers }) =>
  createPlayer({
    timers,
    show(message, waiting) {
      showInDemoFeed(message)
      const session = readDemoSession(tabStorage)
      if (session?.kind === 'shown') saveDemoSession(tabStorage, { ...session, waiting: idsOf(waiting) })
    },
  }),
)

/** Stores a scenario (by default the first demo), and plays it after what is already shown. Reports a failure. */
export async function startDemo(
  services: AppServices,
  { userId, spaceId, parts }: { userId: string; spaceId: string; parts: Parts },
  scenario: DemoScenario | null,
): Promise<void> {
  let messages: Message[]
  try {
    messages = await store(services, scenario)
  } catch (error) {
    if (readDemoSession(tabStorage)?.kind === 'requested') saveDemoSession(tabStorage, null)
    return reportFailure(words.unable, error)
  }
  const before = readDemoSession(tabStorage)
  const isAdded = before?.kind === 'shown' && before.userId === userId && before.spaceId === spaceId
  if (!isAdded) emptyDemo(services)
  saveDemoSession(tabStorage, {
    kind: 'shown',
    userId,
    spaceId,
    firstId: isAdded ? before.firstId : (messages[0]?.id ?? ''),
    waiting: [...(isAdded ? before.waiting : []), ...idsOf(messages)],
  })
  shownDemo.set({ spaceId, ...parts })
  toasts.toast({ title: words.ready, description: words.readyText, tone: 'good' })
  playerOf(services).play(messages)
}

/** After a reload: shown messages appear at once, the rest is played. */
export async function resumeDemo(services: AppServices, parts: Parts): Promise<void> {
  const session = readDemoSession(tabStorage)
  if (session?.kind !== 'shown') return
  try {
    const stored = await read(services)
    const first = stored.findIndex(({ id }) => id === session.firstId)
    shownDemo.set({ spaceId: session.spaceId, ...parts })
    showStored(services, first < 0 ? [] : stored.slice(first))
  } catch (error) {
    endDemo(services)
    reportFailure(words.unable, error)
  }
}

/** Ends the demo in this tab and on the server. */
export async function clearDemo(services: AppServices): Promise<void> {
  endDemo(services)
  try {
    await services.api.call(demoRoutes.clear, { key: randomId() })
  } catch (error) {
    reportFailure(words.stillStored, error)
  }
}

/** The demo was cleared, in this tab or another: removes what is no longer stored. */
export async function reloadClearedDemo(services: AppServices): Promise<void> {
  if (readDemoSession(tabStorage)?.kind === 'shown') showStored(services, await read(services))
}

/** Hides the demo; the session stays, so that it can be shown again. */
export function hideDemo(services: AppServices): void {
  shownDemo.set(null)
  emptyDemo(services)
}

function emptyDemo(services: AppServices): void {
  playerOf(services).stop()
  emptyDemoFeed()
}

function endDemo(services: AppServices): void {
  saveDemoSession(tabStorage, null)
  hideDemo(services)
}

function showStored(services: AppServices, stored: readonly Message[]): void {
  const session = readDemoSession(tabStorage)
  const [first] = stored
  if (session?.kind !== 'shown' || first === undefined) return endDemo(services)
  emptyDemo(services)
  const isWaiting = new Set(session.waiting)
  const waiting = stored.filter(({ id }) => isWaiting.has(id))
  saveDemoSession(tabStorage, { ...session, firstId: first.id, waiting: idsOf(waiting) })
  for (const message of stored) if (!isWaiting.has(message.id)) showInDemoFeed(message)
  playerOf(services).play(waiting)
}

async function store({ api }: AppServices, scenario: DemoScenario | null): Promise<Message[]> {
  const key = randomId()
  const { messages } =
    scenario === null
      ? await api.call(onboardingRoutes.runDemo, { key })
      : await api.call(demoRoutes.start, { body: { scenario }, key })
  return messages
}

async function read({ api }: AppServices): Promise<Message[]> {
  return (await api.call(demoRoutes.messages, {})).messages
}

function idsOf(messages: readonly Message[]): string[] {
  return messages.map(({ id }) => id)
}

function reportFailure(what: string, error: unknown): void {
  toasts.toast({ title: words.failed, description: failureText(what, error), tone: 'bad' })
}
