/**
 * Messages that are being sent. Each has a client id, which is its Idempotency-Key: a retry never posts twice. It is
 * stored until the server acknowledges it, so that no text is ever lost.
 */
import { IDEMPOTENCY_RETENTION_MS } from '@flockwork/contract/limits'
import type { Keys } from '../../../storage/keys.ts'
import { readJson, type SafeStorage } from '../../../storage/safe-storage.ts'
import { sending as words } from '../../../strings/sending.ts'

/** Queued: sent automatically when the network is back. Failed: waits for Retry. */
export type PendingStatus = 'sending' | 'queued' | 'failed'

/** Which route sends it; stored, because an idempotency key belongs to one route. */
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
  /** Why it failed, in sentences to show; null unless failed, and if no reason is known. */
  readonly problem: string | null
  /** The server didn't respond: it is sent automatically once the server is reachable again. */
  readonly isUnanswered: boolean
}

/** A reply that is being sent from its open box, which shows it. */
export function isInBox({ parentId, status }: PendingSend, replyingTo: string | null): boolean {
  return parentId !== null && parentId === replyingTo && status === 'sending'
}

/** A row found after a reload: what was being sent is sent again under its key. */
export function restored(row: PendingSend, now: number): PendingSend {
  if (row.status === 'failed') return row
  return isKeyValid(row, now) ? { ...row, status: 'queued', problem: null } : expired(row)
}

/** A row when the server is reachable again: what waited for that is sent. */
export function resumed(row: PendingSend, now: number): PendingSend {
  const isWaiting = row.status === 'queued' || (row.status === 'failed' && row.isUnanswered)
  if (!isWaiting) return row
  if (!isKeyValid(row, now)) return expired(row)
  return { ...row, status: 'sending', problem: null, isUnanswered: false }
}

/** Once the server has dropped its key, only the author can know whether to send it again. */
function isKeyValid({ createdAt }: PendingSend, now: number): boolean {
  return now - createdAt < IDEMPOTENCY_RETENTION_MS
}

function expired(row: PendingSend): PendingSend {
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

/** The spaces in which the user has something unsent. */
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
