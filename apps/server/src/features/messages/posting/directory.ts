/** Who a text is addressed to: handles of a space, looked up (docs/rules/messages.md#mentions). */
import { MENTIONS_SUGGESTED_MAX } from '@flockwork/contract/limits'
import type { Mention, Message } from '@flockwork/contract/messages'
import { nearestHandles } from '@flockwork/contract/text/nearest-handles'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { authorType } from '../present.ts'
import * as repository from './directory-repository.ts'

export interface Addressee {
  readonly mention: Mention
  /** Why nothing can be delivered to it, for an agent that a person paused. */
  readonly pausedWhy: string | null
  /** An agent that belongs to nobody: everyone may switch it off for their own messages. */
  readonly isOwnerless: boolean
  /** An agent with a limit on what one account may address to it. */
  readonly isLimited: boolean
}

export interface Directory {
  /** The named members of a space, in the order of their names, and the names that nobody here has. */
  resolve(spaceId: string, handles: readonly string[]): Promise<{ known: Addressee[]; unknown: string[] }>
  /** Whom the writer may have meant, for the first few of the names; the writer must be a member. */
  suggest(spaceId: string, unknown: readonly string[]): Promise<Message['mentions_unknown']>
}

/** A known member is remembered this long; an unknown name is always asked for, so nobody is missed. */
const REMEMBERED_MS = 2000
const REMEMBERED_MAX = 50_000
/** Names to look through for suggestions. */
const CANDIDATES_MAX = 2000

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Pick<Bus, 'subscribe'>
}

export function createDirectory({ db, clock, bus }: Deps): Directory {
  const remembered = new Map<string, { readonly until: number; readonly addressee: Addressee }>()
  // whoever is gone or may no longer act is nobody's addressee
  bus.subscribe(['account_changed', 'reconnected'], () => remembered.clear())

  return {
    async resolve(spaceId, handles) {
      if (handles.length === 0) return { known: [], unknown: [] }
      const now = clock.now()
      const found = new Map<string, Addressee>()
      for (const handle of handles) {
        const entry = remembered.get(`${spaceId}:${handle}`)
        if (entry !== undefined && entry.until > now) found.set(handle, entry.addressee)
      }

      const toAsk = handles.filter((handle) => !found.has(handle))
      const rows = toAsk.length === 0 ? [] : await repository.findMembersByHandle(db, spaceId, toAsk)
      if (remembered.size > REMEMBERED_MAX) remembered.clear()
      for (const row of rows) {
        const addressee: Addressee = {
          mention: { id: row.id, type: authorType(row.kind), handle: row.handle },
          pausedWhy: pausedWhy(row),
          isOwnerless: row.kind === 'agent' && row.owner_id === null,
          isLimited: row.user_hourly_limit !== null || row.user_daily_limit !== null,
        }
        found.set(row.handle, addressee)
        remembered.set(`${spaceId}:${row.handle}`, { until: now + REMEMBERED_MS, addressee })
      }

      return {
        known: handles.flatMap((handle) => found.get(handle) ?? []),
        unknown: handles.filter((handle) => !found.has(handle)),
      }
    },
    async suggest(spaceId, unknown) {
      if (unknown.length === 0) return []
      const candidates = await repository.listHandles(db, spaceId, CANDIDATES_MAX)
      return unknown.map((handle, index) => ({
        handle,
        suggestions: index < MENTIONS_SUGGESTED_MAX ? nearestHandles(handle, candidates) : [],
      }))
    },
  }
}

type Row = Awaited<ReturnType<typeof repository.findMembersByHandle>>[number]

function pausedWhy({
  disabled_by: by,
  disabled_reason: reason,
  owner_status: ownerStatus,
}: Row): string | null {
  if (by !== null && by.length > 0) return reason ?? 'This agent is paused'
  return ownerStatus === null || ownerStatus === 'active' ? null : 'This agent is deactivated'
}
