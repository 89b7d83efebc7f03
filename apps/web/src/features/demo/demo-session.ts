/** The demo of this browser session (docs/rules/demo.md#playing): a reload restores it, a new session has none. */
import type { DemoScenario } from '@flockwork/contract/demo'
import { readJson, type SafeStorage } from '../../storage/safe-storage.ts'
import { SESSION_KEY } from './shown-demo.ts'

/** To be started once the page has reloaded in the personal space. */
interface Requested {
  readonly kind: 'requested'
  readonly userId: string
  readonly scenario: DemoScenario | null
}

interface Shown {
  readonly kind: 'shown'
  readonly userId: string
  /** The space that it replaces on screen. */
  readonly spaceId: string
  /** Its first message: older ones on the server belong to an earlier session. */
  readonly firstId: string
  /** Its messages that are yet to be shown. */
  readonly waiting: readonly string[]
}

export type DemoSession = Requested | Shown

/** The session's demo; null if there is none or it is unreadable. */
export function readDemoSession(storage: SafeStorage): DemoSession | null {
  const stored = readJson(storage, SESSION_KEY)
  return isSession(stored) ? stored : null
}

export function saveDemoSession(storage: SafeStorage, session: DemoSession | null): void {
  if (session === null) storage.remove(SESSION_KEY)
  else storage.set(SESSION_KEY, JSON.stringify(session))
}

function isSession(value: unknown): value is DemoSession {
  if (typeof value !== 'object' || value === null) return false
  const { kind, userId, spaceId, firstId, waiting }: Partial<Record<keyof Shown, unknown>> = value
  if (typeof userId !== 'string') return false
  if (kind === 'requested') return true
  const hasPlace = typeof spaceId === 'string' && typeof firstId === 'string'
  return kind === 'shown' && hasPlace && Array.isArray(waiting)
}
