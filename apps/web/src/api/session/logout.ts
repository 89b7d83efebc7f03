/** Telling the server of a logout, also one that it could not hear at first. */
import type { Client } from '../client.ts'
import type { RefreshResult } from './exchange.ts'
import type { Timers } from '../timers.ts'
import type { StoredSession } from './stored-session.ts'
import type { Tokens } from './tokens.ts'

/** Nobody waits longer to be logged out; the server hears of it later. */
const LOGOUT_WAIT_MS = 10_000

export interface Goodbye {
  /** Never rejects: a failure is only logged. @returns whether the server heard it. */
  tellServer(): Promise<boolean>
  /**
   * Somebody logged out of `session` while the server didn't hear it: its cookie must not sign in whoever comes next.
   * `kind` is how the refresh by that cookie went. @returns true when it is of another session, signed in to since.
   */
  isAnotherSession(session: string, kind: RefreshResult['kind']): Promise<boolean>
}

interface Deps {
  client: Client
  tokens: Tokens
  timers: Timers
  stored: StoredSession
  onError: (error: unknown) => void
}

export function createGoodbye({ client, tokens, timers, stored, onError }: Deps): Goodbye {
  async function tellServer(): Promise<boolean> {
    const tooLong = new AbortController()
    const cancel = timers.after(LOGOUT_WAIT_MS, () => tooLong.abort())
    try {
      await client.auth.logout({ body: {}, signal: tooLong.signal })
      return true
    } catch (error) {
      onError(error)
      return false
    } finally {
      cancel()
    }
  }

  return {
    tellServer,
    async isAnotherSession(session, kind) {
      const isLive = kind === 'refreshed'
      const isAnother = isLive && tokens.claims()?.sessionId !== session
      const isOver = kind === 'refused' || isAnother || (isLive && (await tellServer()))
      if (isOver) stored.dropUnheardLogout()
      return isAnother
    },
  }
}
