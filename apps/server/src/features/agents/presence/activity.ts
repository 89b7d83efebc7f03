/**
 * Activity of people and agents (docs/rules/agents.md#presence): collected in memory at every authenticated call,
 * written once a second, and announced to the spaces of agents whose presence changed.
 */
import { sql } from 'kysely'
import { PRESENCE_ACTIVE_MS } from '@flockwork/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { createPresence, type ActiveAgent, type PresenceEvent } from './presence.ts'

export interface Activity {
  /** Records that the account just acted; `tokenId` is the agent's token that it used. */
  touch(accountId: string, tokenId?: string): void
  /** Writes what was collected so far. */
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  /** Accounts with an open stream count as active. */
  readonly streaming: () => ReadonlySet<string>
  /** Sends the events to the spaces of the agents. */
  readonly broadcast: (events: readonly PresenceEvent[]) => Promise<void>
  readonly onError: (error: unknown) => void
}

const WRITE_EVERY_MS = 1000
/** How often an account that stays active is written: presence has a resolution of minutes. */
const REWRITE_AFTER_MS = 30_000

export function createActivity({ db, clock, streaming, broadcast, onError }: Deps): Activity {
  const accounts = new Set<string>()
  const tokens = new Set<string>()
  const written = new Map<string, number>()
  const presence = createPresence({ db, clock, broadcast })

  const write = async () => {
    const now = clock.now()
    const isDue = (id: string) => now - (written.get(id) ?? 0) >= REWRITE_AFTER_MS
    for (const id of streaming()) accounts.add(id)
    const dueAccounts = [...accounts].filter(isDue)
    const dueTokens = [...tokens].filter(isDue)
    accounts.clear()
    tokens.clear()
    for (const id of written.keys()) if (isDue(id)) written.delete(id)
    for (const id of [...dueAccounts, ...dueTokens]) written.set(id, now)
    const agents =
      dueAccounts.length > 0 ? await touchAccounts(db, dueAccounts.toSorted(), new Date(now)) : []
    if (dueTokens.length > 0) await touchTokens(db, dueTokens.toSorted(), new Date(now))
    await presence.update(agents, now)
  }

  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    writing = writing.then(write).catch(onError)
    return writing
  }
  const timer = setInterval(() => void flush(), WRITE_EVERY_MS)
  timer.unref()

  return {
    touch(accountId, tokenId) {
      accounts.add(accountId)
      if (tokenId !== undefined) tokens.add(tokenId)
    },
    flush,
    async stop() {
      clearInterval(timer)
      await writing
    },
  }
}

/** Saves the time of the accounts' activity; returns the agents among them, except the guide. */
async function touchAccounts(db: Db, ids: readonly string[], at: Date): Promise<ActiveAgent[]> {
  const activeSince = new Date(at.getTime() - PRESENCE_ACTIVE_MS)
  const { rows } = await sql<{ id: string; was_active: boolean }>`
    with before as materialized (
      select id, last_active_at from accounts where id = any(${[...ids]}::uuid[])
    ), touched as (
      update accounts set last_active_at = ${at}
      -- not one whose last call was its own deletion
      where id = any(${[...ids]}::uuid[]) and status <> 'deleted'
    )
    select id, coalesce(last_active_at > ${activeSince}, false) as was_active
    from before join agents on agents.account_id = id and agents.owner_id is not null
  `.execute(db)
  return rows.map(({ id, was_active: wasActive }) => ({ id, wasActive }))
}

async function touchTokens(db: Db, tokenIds: readonly string[], at: Date): Promise<void> {
  await db
    .updateTable('agent_tokens')
    .set({ last_used_at: at })
    .where('id', 'in', [...tokenIds])
    .execute()
}
