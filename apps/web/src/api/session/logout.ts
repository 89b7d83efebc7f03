/** The server's side of a logout, repeated at the next load if it didn't reach the server. */
import type { Client } from '../client.ts'
import type { RefreshResult } from './exchange.ts'
import type { Timers } from '../timers.ts'
import type { StoredSession } from './stored-session.ts'
import type { Tokens } from './tokens.ts'

/** A logout doesn't wait longer than this; the server is informed at the next load. */
const LOGOUT_WAIT_MS = 10_000

export interface Logout {
  /** Never rejects: a failure is only logged. @returns whether it reached the server. */
  send(): Promise<boolean>
  /**
   * A logout of `session` never reached the server: its cookie must not sign the next user in. `kind` is the result of a
   * refresh by that cookie. @returns true when the cookie belongs to another session, started since.
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

export function createLogout({ client, tokens, timers, stored, onError }: Deps): Logout {
  async function send(): Promise<boolean> {
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
    send,
    async isAnotherSession(session, kind) {
      const isLive = kind === 'refreshed'
      const isAnother = isLive && tokens.claims()?.sessionId !== session
      const isOver = kind === 'refused' || isAnother || (isLive && (await send()))
      if (isOver) stored.clearPendingLogout()
      return isAnother
    },
  }
}
