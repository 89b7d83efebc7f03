/** Posts as a client does: with a key, and retries under the same key until there is a response. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openConnection } from './connection.ts'
import type { Poster, Target } from './job.ts'

export interface Content {
  readonly content: string
  readonly parent_id?: string
  readonly recipients?: readonly { readonly id: string; readonly handle: string; readonly reason: string }[]
}

export interface Posted {
  readonly id: string
  readonly seq: number
}

export interface PostingConnection {
  post(content: Content): Promise<Posted>
  close(): void
}

/** About as long as a typical chat message. */
export const TEXT = 'The build of the release branch is green again, shall we go?'

const RETRY_MS = 100

export function openPosting({ port, postPath }: Target, poster: Poster): PostingConnection {
  const connection = openConnection(port)
  const authorization = poster.token === null ? '' : `authorization: Bearer ${poster.token}\r\n`

  return {
    async post(content) {
      const headers = `${authorization}idempotency-key: ${randomUUID()}\r\n`
      const body = JSON.stringify({ ...content, org_id: poster.spaceId, author_id: poster.accountId })
      for (;;) {
        try {
          const { status, body: answer } = await connection.post(postPath, headers, body)
          if (status === 201) return (JSON.parse(answer) as { message: Posted }).message
          if (status < 500) throw new Refused(`A post was refused with ${status}: ${answer}`)
        } catch (error) {
          if (error instanceof Refused) throw error
        }
        await delay(RETRY_MS)
      }
    },
    close: () => connection.close(),
  }
}

class Refused extends Error {
  override name = 'Refused'
}
