/** Presence from what people and agents really do (docs/rules/agents.md#presence), joined over a second. */
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database.ts'
import { createPresence, type PresenceEvent } from './presence.ts'
import { touchAccounts } from './presence-repository.ts'
import { touchTokens } from '../tokens/repository.ts'

export interface Activity {
  /** The account just acted; `tokenId` names the agent's token it acted with. */
  touch(accountId: string, tokenId?: string): void
  stop(): Promise<void>
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  /** Accounts with an open stream count as active. */
  readonly streaming: () => ReadonlySet<string>
  /** Tells the spaces of agents whose presence changed. */
  readonly tell: (events: readonly PresenceEvent[]) => Promise<void>
  readonly onError: (error: unknown) => void
}

const WRITE_EVERY_MS = 1000
/** Presence changes by the minute: an account that goes on acting is written this often. */
const AGAIN_AFTER_MS = 30_000

export function createActivity({ db, clock, streaming, tell, onError }: Deps): Activity {
  const accounts = new Set<string>()
  const tokens = new Set<string>()
  const written = new Map<string, number>()
  const presence = createPresence({ db, clock, tell })

  const write = async () => {
    const now = clock.now()
    for (const id of streaming()) accounts.add(id)
    const due = [...accounts].filter((id) => now - (written.get(id) ?? 0) >= AGAIN_AFTER_MS)
    const dueTokens = [...tokens].filter((id) => now - (written.get(id) ?? 0) >= AGAIN_AFTER_MS)
    accounts.clear()
    tokens.clear()
    for (const [id, at] of written) if (now - at >= AGAIN_AFTER_MS) written.delete(id)
    for (const id of [...due, ...dueTokens]) written.set(id, now)
    const agents = due.length > 0 ? await touchAccounts(db, due.toSorted(), new Date(now)) : []
    if (dueTokens.length > 0) await touchTokens(db, dueTokens.toSorted(), new Date(now))
    await presence.acted(agents, now)
  }

  let writing: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    writing = writing.then(write).catch(onError)
  }, WRITE_EVERY_MS)
  timer.unref()

  return {
    touch(accountId, tokenId) {
      accounts.add(accountId)
      if (tokenId !== undefined) tokens.add(tokenId)
    },
    async stop() {
      clearInterval(timer)
      await writing
    },
  }
}
