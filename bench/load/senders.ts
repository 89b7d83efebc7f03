/** Posters of short messages: each connection waits for the response before it posts again. */
import type { Poster, Posting, Target } from './job.ts'
import { TEXT, openPosting, type PostingConnection } from './posting.ts'

type OnSent = (seq: number, sentAt: number) => void

export interface Senders {
  /** Stops and waits for the responses of all posts in flight. */
  stop(): Promise<void>
}

export function startPosting(posting: Posting, target: Target, onSent: OnSent): Senders {
  return posting.kind === 'steady'
    ? postSteadily(target, posting.perSecond, onSent)
    : postWithoutPause(target, posting.senders, onSent)
}

async function postOne(connection: PostingConnection, onSent: OnSent): Promise<void> {
  const sentAt = performance.now()
  const { seq } = await connection.post({ content: TEXT })
  onSent(seq, sentAt)
}

function postWithoutPause(target: Target, senders: number, onSent: OnSent): Senders {
  let isStopped = false
  const loops = connectionsOf(target, senders).map(async (connection) => {
    while (!isStopped) await postOne(connection, onSent)
    connection.close()
  })
  return {
    async stop() {
      isStopped = true
      await Promise.all(loops)
    },
  }
}

/** Posts on schedule, however slow the responses, over an idle connection or a new one. */
function postSteadily(target: Target, perSecond: number, onSent: OnSent): Senders {
  const free: PostingConnection[] = []
  const underWay = new Set<Promise<void>>()
  const begunAt = performance.now()
  let count = 0
  let timer: NodeJS.Timeout

  const postNext = () => {
    count += 1
    timer = setTimeout(postNext, Math.max(0, begunAt + (count * 1000) / perSecond - performance.now()))
    const connection = free.pop() ?? openPosting(target, posterOf(target, count))
    const post: Promise<void> = postOne(connection, onSent).finally(() => {
      underWay.delete(post)
      free.push(connection)
    })
    underWay.add(post)
  }
  postNext()

  return {
    async stop() {
      clearTimeout(timer)
      await Promise.all(underWay)
      for (const connection of free) connection.close()
    },
  }
}

function connectionsOf(target: Target, count: number): PostingConnection[] {
  return Array.from({ length: count }, (_, index) => openPosting(target, posterOf(target, index)))
}

function posterOf({ posters }: Target, index: number): Poster {
  const poster = posters[index % posters.length]
  if (poster === undefined) throw new Error('A target needs a poster')
  return poster
}
