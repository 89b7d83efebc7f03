/** P1: the maximum rate of deliveries. P2 and P3: CPU time and latency of deliveries at a steady rate. */
import type { FanOutResult, Posting } from '../load/job.ts'
import type { Subject } from '../subjects/subject.ts'
import { withSubjects, type Bench } from './bench.ts'
import { claimOf, spreadOf, type Claim, type Outcome } from './outcome.ts'
import { interleave, ratiosOf, valuesOf, type Rounds } from './rounds.ts'
import { runLoad } from './run-load.ts'

const READERS = 1000
const SPACES = 1
const WARM_UP_MS = 2000

export async function measureThroughput(bench: Bench): Promise<Outcome> {
  const rounds = await fanOutRounds(bench, { kind: 'without pause', senders: 4 }, 5000)
  const ratios = (against: string) =>
    ratiosOf(rounds, 'flockwork', against, (result) => result.deliveriesPerSecond)
  const names = { measure: 'P1', what: 'deliveries/s, 1,000 readers, 4 senders without pause' }
  return outcomeOf(rounds, [
    claimOf({ ...names, against: 'raw' }, ratios('raw'), { atLeast: 1 }),
    claimOf({ ...names, against: 'best reference' }, ratios('best-reference'), { aim: 0.8 }),
  ])
}

export async function measureSteady(bench: Bench): Promise<Outcome> {
  const rounds = await fanOutRounds(bench, { kind: 'steady', perSecond: 20 }, 15_000)
  const cpu = ratiosOf(rounds, 'flockwork', 'raw', (result) => result.serverCpuUs)
  const late = ratiosOf(rounds, 'flockwork', 'raw', (result) => result.lastReaderP99Ms)
  const at = '1,000 readers, 20 messages/s'
  return outcomeOf(rounds, [
    claimOf({ measure: 'P2', what: `server CPU a delivery, ${at}`, against: 'raw' }, cpu, { atMost: 1.15 }),
    claimOf({ measure: 'P3', what: `p99 from post to last reader, ${at}`, against: 'raw' }, late, {
      atMost: 1.35,
    }),
  ])
}

async function fanOutRounds(
  bench: Bench,
  posting: Posting,
  measureMs: number,
): Promise<Rounds<FanOutResult>> {
  const measure = async (subject: Subject) => {
    const result = await runLoad({
      kind: 'fan-out',
      target: subject.target,
      measured: { server: subject.serverPid, postgres: bench.postgres.pid },
      readers: READERS,
      posting,
      warmUpMs: WARM_UP_MS,
      measureMs,
    })
    bench.say(
      `  ${subject.name}: ${Math.round(result.deliveriesPerSecond)} deliveries/s, ` +
        `${result.serverCpuUs.toFixed(2)} µs (+ ${result.postgresCpuUs.toFixed(2)} PostgreSQL), ` +
        `p99 ${result.lastReaderP99Ms.toFixed(1)} ms, ${Math.round(result.bytesPerDelivery)} bytes`,
    )
    // a run that loses or repeats events doesn't count, however fast
    if (result.lost + result.repeated > 0) {
      throw new Error(`${subject.name} lost ${result.lost} and repeated ${result.repeated} deliveries`)
    }
    return result
  }
  return withSubjects(bench, ['raw', 'best-reference'], SPACES, (subjects) =>
    interleave(subjects, bench.rounds, measure),
  )
}

function outcomeOf(rounds: Rounds<FanOutResult>, claims: readonly Claim[]): Outcome {
  const figures: [string, (result: FanOutResult) => number][] = [
    ['deliveries/s', (result) => result.deliveriesPerSecond],
    ['server CPU a delivery, µs', (result) => result.serverCpuUs],
    ['PostgreSQL CPU a delivery, µs', (result) => result.postgresCpuUs],
    ['p50 to last reader, ms', (result) => result.lastReaderP50Ms],
    ['p99 to last reader, ms', (result) => result.lastReaderP99Ms],
    ['bytes a delivery', (result) => result.bytesPerDelivery],
  ]
  const names = [...(rounds[0]?.keys() ?? [])]
  return {
    claims,
    figures: figures.flatMap(([figure, value]) =>
      names.map((subject) => ({ subject, figure, spread: spreadOf(valuesOf(rounds, subject, value)) })),
    ),
    rounds: rounds.map((results) => Object.fromEntries(results)),
  }
}
