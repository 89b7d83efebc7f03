/** P8: nothing is lost or repeated while readers disconnect and resume, and when the server is killed. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FanOutResult } from '../load/job.ts'
import { settle, startServer } from '../subjects/flockwork.ts'
import type { Bench } from './bench.ts'
import { claimOf, spreadOf, type Outcome } from './outcome.ts'
import { runLoad } from './run-load.ts'

const READERS = 500
const DROPS = { share: 0.1, everyMs: 500 }
const POSTS_PER_SECOND = 20
const WARM_UP_MS = 1000
const MEASURE_MS = 12_000
const KILL_AFTER_MS = 4000

export async function measureReconnects(bench: Bench): Promise<Outcome> {
  const dropped: FanOutResult[] = []
  const restarted: FanOutResult[] = []
  for (let round = 0; round < bench.rounds; round++) {
    dropped.push(await runOne(bench, 'a tenth drops every 0.5 s', false))
    restarted.push(await runOne(bench, 'the same over kill -9', true))
  }

  const wrong = (results: readonly FanOutResult[]) => results.map(({ lost, repeated }) => lost + repeated)
  const claim = (what: string, results: readonly FanOutResult[]) =>
    claimOf({ measure: 'P8', what, against: 'a count, not a ratio' }, wrong(results), { atMost: 0 })
  const figure = (subject: string, results: readonly FanOutResult[]) =>
    [
      { subject, figure: 'messages', spread: spreadOf(results.map(({ posted }) => posted)) },
      {
        subject,
        figure: 'connections opened again',
        spread: spreadOf(results.map(({ reconnects }) => reconnects)),
      },
    ] as const
  return {
    claims: [
      claim('lost or repeated, a tenth of 500 readers drops every 0.5 s', dropped),
      claim('lost or repeated, the same and the server killed and started', restarted),
    ],
    figures: [...figure('drops', dropped), ...figure('drops and kill -9', restarted)],
    rounds: dropped.map((result, round) => ({ drops: result, 'drops and kill -9': restarted[round] })),
  }
}

async function runOne({ say }: Bench, name: string, isKilled: boolean): Promise<FanOutResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'flockwork-bench-'))
  const database = { DATA_DIR: dataDir }
  let server = await startServer({ database })
  try {
    const target = await settle(server.port, 1)
    let restart: Promise<void> | undefined
    const killAndStart = async () => {
      await delay(KILL_AFTER_MS)
      await server.end('SIGKILL')
      server = await startServer({ database, port: target.port })
    }
    const result = await runLoad(
      {
        kind: 'fan-out',
        target,
        measured: { server: server.pid, postgres: null },
        readers: READERS,
        posting: { kind: 'steady', perSecond: POSTS_PER_SECOND },
        warmUpMs: WARM_UP_MS,
        measureMs: MEASURE_MS,
        drops: DROPS,
      },
      () => {
        if (isKilled) restart = killAndStart()
      },
    )
    await restart
    const { posted, reconnects, lost, repeated } = result
    say(`  ${name}: ${posted} messages, ${reconnects} connections again, ${lost} lost, ${repeated} repeated`)
    return result
  } finally {
    await server.end()
    await rm(dataDir, { recursive: true, force: true })
  }
}
