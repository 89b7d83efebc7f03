/** Many waiting agents: one of them is mentioned, then all at once. */
import { cpuUse } from './cpu.ts'
import type { McpWaitsJob, McpWaitsResult } from './job.ts'
import { openCaller, type Caller } from './mcp.ts'
import { percentile } from './numbers.ts'
import { openPosting } from './posting.ts'

/** The server's maximum, longer than any run, so that no wait times out. */
const TIMEOUT_S = 240
const SLEEP_AT_ONCE = 10

interface Waiter {
  readonly handle: string
  readonly caller: Caller
  /** The pending responses of the sleeping waits. */
  answers: Promise<{ readonly text: string; readonly at: number }>[]
}

export async function runMcpWaits(job: McpWaitsJob, onMeasuring: () => void): Promise<McpWaitsResult> {
  const { target, waitsEach, mentions, storms } = job
  const [poster] = target.posters
  if (poster === undefined) throw new Error('Nobody is there to post')
  const posting = openPosting(target, poster)
  const waiters = job.agents.map(({ handle, token }): Waiter => {
    return { handle, caller: openCaller(target.port, `/mcp/agents/${handle}`, token), answers: [] }
  })

  /** Mentions these agents in one message; resolves with the time that each of their waits took to return it. */
  const wake = async (woken: readonly Waiter[]): Promise<number[]> => {
    const startedAt = performance.now()
    const { id } = await posting.post({
      content: `${woken.map(({ handle }) => `@${handle}`).join(' ')} hello`,
    })
    const answers = await Promise.all(woken.flatMap((waiter) => waiter.answers))
    for (const { text } of answers)
      if (!text.includes(id)) throw new Error(`A wait missed its mention: ${text}`)
    await sleepAll(woken, waitsEach)
    return answers.map(({ at }) => at - startedAt)
  }

  await sleepAll(waiters, waitsEach)
  await wake(waiters)
  onMeasuring()
  const alone: number[] = []
  for (let turn = 0; turn < mentions; turn++) {
    alone.push(...(await wake(waiters.slice(turn % waiters.length).slice(0, 1))))
  }
  const together: number[] = []
  const before = cpuUse(job.measured)
  for (let turn = 0; turn < storms; turn++) together.push(...(await wake(waiters)))

  const after = cpuUse(job.measured)

  posting.close()
  for (const { caller } of waiters) caller.close()
  return {
    mentionP50Ms: percentile(alone, 0.5),
    mentionP95Ms: percentile(alone, 0.95),
    stormP50Ms: percentile(together, 0.5),
    stormP95Ms: percentile(together, 0.95),
    serverCpuUs: (after.serverUs - before.serverUs) / together.length,
    postgresCpuUs: (after.postgresUs - before.postgresUs) / together.length,
  }
}

/** A few at a time: the time to fall asleep isn't measured. */
async function sleepAll(waiters: readonly Waiter[], waits: number): Promise<void> {
  for (let from = 0; from < waiters.length; from += SLEEP_AT_ONCE) {
    await Promise.all(waiters.slice(from, from + SLEEP_AT_ONCE).map((waiter) => sleep(waiter, waits)))
  }
}

/** Starts the agent's waits; resolves when all of them sleep. */
async function sleep(waiter: Waiter, waits: number): Promise<void> {
  const asleep = await Promise.all(Array.from({ length: waits }, () => fallAsleep(waiter)))
  waiter.answers = asleep.map(({ answer }) => answer)
}

/** A wait that returns at once got a delivery that the server hadn't marked yet: it is repeated. */
async function fallAsleep({ caller }: Waiter): Promise<{ readonly answer: Waiter['answers'][number] }> {
  for (;;) {
    const asleep = Promise.withResolvers<true>()
    const given = { action: 'check', wait: true, timeout: TIMEOUT_S }
    const answer = caller
      .call('messages', given, () => asleep.resolve(true))
      .then((text) => ({ text, at: performance.now() }))
    const sleeps = await Promise.race([asleep.promise, answer])
    // wrapped in an object: a bare promise would be awaited
    if (sleeps === true) return { answer }
  }
}
