/** The demo of this browser session (docs/rules/demo.md#playing): a reload shows it again, a new session has none. */
import type { DemoScenario } from '@flockwork/contract/demo'
import { readJson, type SafeStorage } from '../../storage/safe-storage.ts'
import { SESSION_KEY } from './shown-demo.ts'

/** To be started once the page has loaded anew in the personal space. */
interface Requested {
  readonly kind: 'requested'
  readonly userId: string
  readonly scenario: DemoScenario | null
}

interface Shown {
  readonly kind: 'shown'
  readonly userId: string
  /** The space in whose place it is shown. */
  readonly spaceId: string
  /** Its first message: what the server has from before belongs to an earlier session. */
  readonly firstId: string
  /** Its messages that were not shown yet. */
  readonly waiting: readonly string[]
}

export type DemoSession = Requested | Shown

/** The session's demo; null for none, or an unreadable one. */
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
