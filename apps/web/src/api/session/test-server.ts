/** A server for session tests: one cookie jar, one session at a time, tokens that last an hour. */
import type { Profile } from '@flockwork/contract/auth'
import type { Call } from './test-browser.ts'
import { readClaims } from './token-claims.ts'
import { testToken } from './test-token.ts'

const HOUR_S = 3600
export const REFUSED = () =>
  Response.json({ error: 'unauthorized', detail: 'Sign in to continue' }, { status: 401 })

export function profileOf(id: string, spaceId = 's1'): Profile {
  return {
    id,
    email: null,
    full_name: null,
    username: id,
    role: 'admin',
    email_verified: false,
    current_org_id: spaceId,
    created_at: '2026-01-01T00:00:00.000Z',
    has_password: true,
  }
}

export interface TestServer {
  answer(call: Call): Promise<Response>
  /** No responses while it is down. */
  isAway: boolean
  /** Ends the cookie's session. */
  endSession(): void
  currentSpace: string
  /** The posts, with their authors. */
  posts: { userId: string; body: string | null }[]
  /** Holds back the responses to calls of `path` from now on. @returns a function that releases them */
  holdBack(path: string): () => void
}

interface TestSession {
  id: string
  userId: string
}

/** `now` in milliseconds. */
export function testServer(now: () => number): TestServer {
  let cookie: TestSession | null = null
  let live: TestSession | null = null
  let sessions = 0
  let made = 0
  let heldPath = ''
  let held: Promise<void> = Promise.resolve()

  function tokenOf({ id, userId }: TestSession): string {
    const iat = Math.floor(now() / 1000)
    made += 1
    return testToken({
      sub: userId,
      sid: id,
      org_id: server.currentSpace,
      iat,
      exp: iat + HOUR_S,
      jti: String(made),
    })
  }

  function sessionAnswer(session: TestSession): Response {
    return Response.json({
      access_token: tokenOf(session),
      token_type: 'bearer',
      expires_in: HOUR_S,
      user: profileOf(session.userId, server.currentSpace),
    })
  }

  function callerOf(token: string | null): string | null {
    const claims = token === null ? null : readClaims(token)
    const isLive = claims !== null && claims.sessionId === live?.id && claims.expiresAtMs > now()
    return isLive ? claims.userId : null
  }

  function handle({ method, path, token, body }: Call): Response {
    if (path === '/auth/providers') return Response.json({ environment: 'test' })
    if (path === '/auth/login') {
      sessions += 1
      const { email } = JSON.parse(body ?? '{}') as { email: string }
      cookie = live = { id: `session-${sessions}`, userId: email }
      return sessionAnswer(cookie)
    }
    if (path === '/auth/refresh') return cookie && cookie.id === live?.id ? sessionAnswer(cookie) : REFUSED()
    if (path === '/auth/logout') {
      cookie = live = null
      return new Response(null, { status: 204 })
    }
    const userId = callerOf(token)
    if (userId === null) return REFUSED()
    if (path === '/auth/me') return Response.json(profileOf(userId, server.currentSpace))
    if (path === '/api/organizations/switch') {
      server.currentSpace = (JSON.parse(body ?? '{}') as { org_id: string }).org_id
      const new_token = live && tokenOf(live)
      return Response.json({ new_token, org_id: server.currentSpace })
    }
    if (method === 'POST') server.posts.push({ userId, body })
    return Response.json({ organizations: [] })
  }

  const server: TestServer = {
    isAway: false,
    currentSpace: 's1',
    posts: [],
    endSession: () => (live = null),
    async answer(call) {
      if (server.isAway) throw new TypeError('fetch failed')
      const response = handle(call)
      if (call.path === heldPath) await held
      return response
    },
    holdBack(path) {
      heldPath = path
      let letGo = () => {}
      held = new Promise((resolve) => (letGo = resolve))
      return () => {
        heldPath = ''
        letGo()
      }
    },
  }
  return server
}
