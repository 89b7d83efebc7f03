/** The demo of this browser session (docs/rules/demo.md#playing): a reload shows it again, a new session has none. */
import type { DemoScenario } from '@flockwork/contract/demo'
import { readJson, type SafeStorage } from '../../storage/safe-storage.ts'
import { SESSION_KEY } from './shown-demo.ts'

/** To be started once the page has loaded anew in the personal space. */
interface Asked {
  readonly kind: 'asked'
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

export type DemoSession = Asked | Shown

/** The session's demo; null where there is none, or what is kept can't be read. */
export function readDemoSession(storage: SafeStorage): DemoSession | null {
  const kept = readJson(storage, SESSION_KEY)
  return isSession(kept) ? kept : null
}

export function keepDemoSession(storage: SafeStorage, session: DemoSession | null): void {
  if (session === null) storage.remove(SESSION_KEY)
  else storage.set(SESSION_KEY, JSON.stringify(session))
}

function isSession(value: unknown): value is DemoSession {
  if (typeof value !== 'object' || value === null) return false
  const { kind, userId, spaceId, firstId, waiting }: Partial<Record<keyof Shown, unknown>> = value
  if (typeof userId !== 'string') return false
  if (kind === 'asked') return true
  const hasPlace = typeof spaceId === 'string' && typeof firstId === 'string'
  return kind === 'shown' && hasPlace && Array.isArray(waiting)
}
