/**
 * Many posters that post back to back, and no readers: 30 of 100 posts mention somebody, 20 reply to an earlier one.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { cpuUse } from './cpu.ts'
import type { Poster, PostsJob, PostsResult } from './job.ts'
import { percentile } from './numbers.ts'
import { TEXT, openPosting, type Content } from './posting.ts'

const MENTION_SHARE = 0.3
const REPLY_SHARE = 0.2

interface Earlier {
  readonly id: string
  readonly authorId: string
}

export async function runPosts(job: PostsJob, onMeasuring: () => void): Promise<PostsResult> {
  const { target, measured, senders } = job
  const latestOf = new Map<string, Earlier>()
  let latencies: number[] = []
  let isStopped = false

  const send = async (poster: Poster) => {
    const connection = openPosting(target, poster)
    while (!isStopped) {
      const sentAt = performance.now()
      const { id } = await connection.post(contentOf(poster, latestOf.get(poster.spaceId)))
      latencies.push(performance.now() - sentAt)
      latestOf.set(poster.spaceId, { id, authorId: poster.accountId })
    }
    connection.close()
  }
  const loops = Array.from({ length: senders }, (_, index) => {
    const poster = target.posters[index % target.posters.length]
    return poster === undefined ? Promise.resolve() : send(poster)
  })
  const failed = Promise.all(loops)

  await Promise.race([delay(job.warmUpMs), failed])
  onMeasuring()
  latencies = []
  const before = { at: performance.now(), cpu: cpuUse(measured) }
  await Promise.race([delay(job.measureMs), failed])
  const after = { at: performance.now(), cpu: cpuUse(measured) }
  const measuredLatencies = [...latencies]
  isStopped = true
  await failed

  const posts = measuredLatencies.length
  return {
    postsPerSecond: posts / ((after.at - before.at) / 1000),
    p50Ms: percentile(measuredLatencies, 0.5),
    p99Ms: percentile(measuredLatencies, 0.99),
    serverCpuUs: (after.cpu.serverUs - before.cpu.serverUs) / posts,
    postgresCpuUs: (after.cpu.postgresUs - before.cpu.postgresUs) / posts,
  }
}

function contentOf({ accountId, other }: Poster, latest: Earlier | undefined): Content {
  const isMention = other !== null && Math.random() < MENTION_SHARE
  const isReply = latest !== undefined && Math.random() < REPLY_SHARE
  const answersOther = isReply && other !== null && latest.authorId !== accountId && !isMention
  return {
    content: isMention ? `@${other.handle} ${TEXT}` : TEXT,
    ...(isReply && { parent_id: latest.id }),
    recipients: [
      ...(isMention ? [{ ...other, reason: 'mention' }] : []),
      ...(answersOther ? [{ ...other, reason: 'reply' }] : []),
    ],
  }
}
