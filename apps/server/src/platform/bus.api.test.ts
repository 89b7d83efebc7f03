import { expect, test } from 'vitest'
import { eventually } from '../../test/calls.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { startBus, type Wake } from './bus.ts'

const listeners = async (server: TestServer) =>
  (
    await server.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and (query like 'listen events%' or query = 'select 1')",
    )
  ).map(({ pid }) => pid)

test('what is announced on one node is heard on every other, and on itself at once', async () => {
  await using server = await startServer()
  const deps = { database: server.services.database, onError: () => {} }
  const [here, there] = [await startBus(deps), await startBus(deps)]
  const heardHere: string[] = []
  const heardThere: string[] = []
  here.onStale((subject) => heardHere.push(subject))
  const stop = there.onStale((subject) => heardThere.push(subject))

  const announced = here.invalidate('account:1')
  expect(heardHere).toEqual(['account:1'])
  await announced
  await eventually(
    async () => heardThere,
    (heard) => heard.includes('account:1'),
  )
  stop()
  await here.invalidate('account:2')
  await eventually(
    async () => heardHere,
    (heard) => heard.filter((subject) => subject === 'account:2').length === 2,
  )

  expect(heardThere).toEqual(['account:1'])
  await Promise.all([here.stop(), there.stop()])
})

test('a lost connection is made anew, looks everywhere, hears again, and leaves none behind', async () => {
  await using server = await startServer()
  const bus = await startBus({ database: server.services.database, onError: () => {} })
  const wakes: Wake[] = []
  bus.onWake((wake) => wakes.push(wake))

  for (let round = 1; round <= 3; round++) {
    const before = await listeners(server)
    expect(before).toHaveLength(2)
    await server.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [before])
    await eventually(
      () => listeners(server),
      (pids) => pids.length === 2 && pids.every((pid) => !before.includes(pid)),
    )
    await eventually(
      async () => wakes,
      (all) => all.filter((wake) => wake === undefined).length === round,
    )
    await server.query("select pg_notify('events', $1)", [
      `00000000-0000-4000-8000-00000000000${round}:${round}`,
    ])
    await eventually(
      async () => wakes,
      (all) => all.some((wake) => wake?.seq === round),
    )
  }
  expect(wakes.filter((wake) => wake?.seq === 3)).toHaveLength(1)

  await bus.stop()
  await eventually(
    () => listeners(server),
    (pids) => pids.length === 1,
  )
})
