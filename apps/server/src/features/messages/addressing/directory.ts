/** Resolves the handles in a text to members of a space (docs/rules/messages.md#mentions). */
import { MENTIONS_SUGGESTED_MAX } from '@flockwork/contract/limits'
import type { Mention, Message } from '@flockwork/contract/messages'
import { SUGGESTIONS_MAX, nearestHandles } from '@flockwork/contract/text/nearest-handles'
import { ACCOUNT_CHANGES } from '../../../platform/access-changes.ts'
import type { Bus } from '../../../platform/bus.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { authorType } from '../reading/present.ts'
import * as repository from './directory-repository.ts'

export interface Addressee {
  readonly mention: Mention
  /** For an agent that a person paused: the reason, shown to senders. */
  readonly pausedWhy: string | null
  /** An agent without an owner: every person may mute it for their own messages. */
  readonly isOwnerless: boolean
  /** An agent with a limit on what one account may address to it. */
  readonly isLimited: boolean
  /** An agent whose webhook is called when it is addressed. */
  readonly hasWebhook: boolean
}

export interface Directory {
  /** The members of a space with these handles, in their order, and the handles that no member has. */
  resolve(spaceId: string, handles: readonly string[]): Promise<{ known: Addressee[]; unknown: string[] }>
  /**
   * The nearest members' handles for the first few unknown ones; the caller has checked that the author is a member.
   */
  suggest(spaceId: string, unknown: readonly string[]): Promise<Message['mentions_unknown']>
}

/** Known members are cached; an unknown handle is looked up every time, so that new members are found. */
const CACHED_MS = 2000
const CACHED_MAX = 50_000
/** More than are suggested, because some accounts may be deactivated. */
const NEAR_MAX = 3 * SUGGESTIONS_MAX

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Pick<Bus, 'subscribe'>
}

export function createDirectory({ db, clock, bus }: Deps): Directory {
  const cache = new Map<string, { readonly until: number; readonly addressee: Addressee }>()
  // deleted and paused accounts can no longer be addressed
  bus.subscribe(ACCOUNT_CHANGES, () => cache.clear())

  return {
    async resolve(spaceId, handles) {
      if (handles.length === 0) return { known: [], unknown: [] }
      const now = clock.now()
      const found = new Map<string, Addressee>()
      for (const handle of handles) {
        const entry = cache.get(`${spaceId}:${handle}`)
        if (entry !== undefined && entry.until > now) found.set(handle, entry.addressee)
      }

      const missing = handles.filter((handle) => !found.has(handle))
      const rows = missing.length === 0 ? [] : await repository.findMembersByHandle(db, spaceId, missing)
      if (cache.size > CACHED_MAX) cache.clear()
      for (const row of rows) {
        const addressee: Addressee = {
          mention: { id: row.id, type: authorType(row.kind), handle: row.handle },
          pausedWhy: pausedWhy(row),
          isOwnerless: row.kind === 'agent' && row.owner_id === null,
          isLimited: row.user_hourly_limit !== null || row.user_daily_limit !== null,
          hasWebhook: row.has_webhook,
        }
        found.set(row.handle, addressee)
        cache.set(`${spaceId}:${row.handle}`, { until: now + CACHED_MS, addressee })
      }

      return {
        known: handles.flatMap((handle) => found.get(handle) ?? []),
        unknown: handles.filter((handle) => !found.has(handle)),
      }
    },
    async suggest(spaceId, unknown) {
      if (unknown.length === 0) return []
      const typed = unknown.slice(0, MENTIONS_SUGGESTED_MAX)
      const neighbours = await repository.listNeighbours(db, spaceId, typed)
      const near = new Map(
        typed.map((handle) => [handle, nearestHandles(handle, neighbours.get(handle) ?? [], NEAR_MAX)]),
      )
      const active = await repository.activeAmong(db, [...near.values()].flat())
      return unknown.map((handle) => ({
        handle,
        suggestions: (near.get(handle) ?? []).filter((name) => active.has(name)).slice(0, SUGGESTIONS_MAX),
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
