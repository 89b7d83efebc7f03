/** Many readers of one space, some posters, and a count of lost and repeated events. */
import { setTimeout as delay } from 'node:timers/promises'
import { cpuUse } from './cpu.ts'
import type { FanOutJob, FanOutResult } from './job.ts'
import { percentile } from './numbers.ts'
import { openReader, type Reader } from './reader.ts'
import { startPosting } from './senders.ts'
import { createTally } from './tally.ts'

const OPEN_AT_ONCE = 50
/** By then, every reader must have received everything after the last post. */
const DRAIN_MS = 20_000
const LOOK_MS = 20

export async function runFanOut(job: FanOutJob, onMeasuring: () => void): Promise<FanOutResult> {
  const tally = createTally()
  const readers = await openReaders(job, tally)
  tally.begin(readers[0]?.cursor() ?? 0)

  const posting = startPosting(job.posting, job.target, tally.sent)
  await delay(job.warmUpMs)
  const stopDropping = startDropping(job, readers)
  onMeasuring()
  const before = { at: performance.now(), cpu: cpuUse(job.measured), ...tally.totals() }
  await delay(job.measureMs)
  const after = { at: performance.now(), cpu: cpuUse(job.measured), ...tally.totals() }
  stopDropping()
  await posting.stop()
  await drained(readers, tally.posted())
  for (const reader of readers) reader.close()

  const deliveries = after.deliveries - before.deliveries
  const latencies = tally.latencies(before.at, after.at, readers.length)
  return {
    posted: tally.posted(),
    deliveries,
    deliveriesPerSecond: deliveries / ((after.at - before.at) / 1000),
    serverCpuUs: (after.cpu.serverUs - before.cpu.serverUs) / deliveries,
    postgresCpuUs: (after.cpu.postgresUs - before.cpu.postgresUs) / deliveries,
    lastReaderP50Ms: percentile(latencies, 0.5),
    lastReaderP99Ms: percentile(latencies, 0.99),
    bytesPerDelivery: (after.bytes - before.bytes) / deliveries,
    lost:
      tally.resets() + readers.reduce((sum, reader) => sum + Math.max(0, tally.posted() - reader.count()), 0),
    repeated: tally.repeated(),
    reconnects: tally.reconnects(),
  }
}

type Tally = ReturnType<typeof createTally>

async function openReaders({ target, readers: wanted }: FanOutJob, tally: Tally): Promise<Reader[]> {
  const readers: Reader[] = []
  while (readers.length < wanted) {
    const more = Math.min(OPEN_AT_ONCE, wanted - readers.length)
    for (let index = 0; index < more; index++) readers.push(openReader(target, tally.events))
    while (tally.started() < readers.length) await delay(1)
  }
  return readers
}

async function drained(readers: readonly Reader[], posted: number): Promise<void> {
  const until = performance.now() + DRAIN_MS
  while (performance.now() < until) {
    if (readers.every((reader) => reader.count() >= posted)) break
    await delay(LOOK_MS)
  }
  // repeated events may still arrive
  await delay(10 * LOOK_MS)
}

function startDropping({ drops }: FanOutJob, readers: readonly Reader[]): () => void {
  if (drops === undefined) return () => {}
  const timer = setInterval(() => {
    for (const reader of readers) if (Math.random() < drops.share) reader.drop()
  }, drops.everyMs)
  return () => clearInterval(timer)
}
