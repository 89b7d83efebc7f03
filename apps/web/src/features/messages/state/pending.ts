/**
 * Messages on their way. Each has an id of its own, which is its Idempotency-Key: a retry never posts
 * twice. Until the server acknowledges one it is kept in storage, so that no text is ever lost.
 */
import { IDEMPOTENCY_RETENTION_MS } from '@flockwork/contract/limits'
import type { Keys } from '../../../storage/keys.ts'
import { readJson, type SafeStorage } from '../../../storage/safe-storage.ts'
import { sending as words } from '../../../strings/sending.ts'

/** Queued: offline, sent by itself when back. Failed: waits for Retry. */
export type PendingStatus = 'sending' | 'queued' | 'failed'

/** Which call sends it; kept, because a key belongs to one call. */
export type PendingKind = 'message' | 'reply' | 'respond'

export interface PendingSend {
  readonly clientId: string
  readonly spaceId: string
  readonly kind: PendingKind
  readonly content: string
  readonly channel: string | null
  readonly parentId: string | null
  readonly threadRootId: string | null
  /** Milliseconds since 1970. */
  readonly createdAt: number
  readonly status: PendingStatus
  /** Why it failed, in sentences to show; null unless failed, and where nobody gave a reason. */
  readonly problem: string | null
  /** Nobody answered: it goes out by itself once the server is reachable again. */
  readonly isUnanswered: boolean
}

/** A row found after a reload: what was under way goes out again under its key. */
export function revived(row: PendingSend, now: number): PendingSend {
  if (row.status === 'failed') return row
  return isKeyKept(row, now) ? { ...row, status: 'queued', problem: null } : leftToWriter(row)
}

/** A row when the server is reachable again: what waited for that goes out. */
export function resumed(row: PendingSend, now: number): PendingSend {
  const isWaiting = row.status === 'queued' || (row.status === 'failed' && row.isUnanswered)
  if (!isWaiting) return row
  if (!isKeyKept(row, now)) return leftToWriter(row)
  return { ...row, status: 'sending', problem: null, isUnanswered: false }
}

/** Once its key is forgotten only the writer can know whether to send it again. */
function isKeyKept({ createdAt }: PendingSend, now: number): boolean {
  return now - createdAt < IDEMPOTENCY_RETENTION_MS
}

function leftToWriter(row: PendingSend): PendingSend {
  return { ...row, status: 'failed', problem: words.tooOld, isUnanswered: false }
}

export interface PendingStore {
  /** Oldest first. */
  all(): PendingSend[]
  save(row: PendingSend): void
  remove(clientId: string): void
}

/** One key for each row, so that two tabs never overwrite each other's. */
export function createPendingStore(
  storage: SafeStorage,
  keys: Keys,
  userId: string,
  spaceId: string,
): PendingStore {
  const keyOf = (clientId: string) => keys.in('pending_v1', userId, spaceId, clientId)
  return {
    all: () =>
      storage
        .keys(keyOf(''))
        .map((key) => readJson(storage, key))
        .filter(isPendingSend)
        .toSorted((one, other) => one.createdAt - other.createdAt),
    save: (row) => void storage.set(keyOf(row.clientId), JSON.stringify(row)),
    remove: (clientId) => storage.remove(keyOf(clientId)),
  }
}

/** The spaces in which something of the user's waits. */
export function spacesWithPending(storage: SafeStorage, keys: Keys, userId: string): string[] {
  const start = keys.in('pending_v1', userId, '')
  const ids = storage.keys(start).map((key) => key.slice(start.length).split(':')[0] ?? '')
  return [...new Set(ids)]
}

function isPendingSend(value: unknown): value is PendingSend {
  if (typeof value !== 'object' || value === null) return false
  const { clientId, content, createdAt, kind }: Partial<Record<keyof PendingSend, unknown>> = value
  return (
    typeof clientId === 'string' &&
    typeof content === 'string' &&
    typeof createdAt === 'number' &&
    typeof kind === 'string'
  )
}
