import type pg from 'pg'
import { expect, test } from 'vitest'
import { eventually } from '../../test/calls.ts'
import { startServer, type TestServer } from '../../test/server.ts'
import { startListening } from './listening.ts'

const CHANNEL = 'a channel of a test'

async function listening(server: TestServer) {
  const { database } = server.services
  const opened: pg.Client[] = []
  const received: (string | undefined)[] = []
  const errors: unknown[] = []
  let connected = 0
  const { stop } = await startListening({
    connect: async () => {
      const client = await database.connect()
      opened.push(client)
      return client
    },
    channels: [CHANNEL],
    onNotification: ({ payload }) => void received.push(payload),
    onConnected: () => (connected += 1),
    onError: (error) => void errors.push(error),
  })
  return { opened, received, errors, connections: () => connected, stop }
}

test('notifications are received, and again after the connection was cut', async () => {
  await using server = await startServer()
  const { opened, received, connections, stop } = await listening(server)
  const notify = (payload: string) => server.query('select pg_notify($1, $2)', [CHANNEL, payload])

  await notify('one')
  await eventually(
    async () => received,
    ({ length }) => length === 1,
  )
  const { connection } = opened[0] as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
  await eventually(
    async () => connections(),
    (count) => count === 2,
  )
  await notify('two')
  await eventually(
    async () => received,
    ({ length }) => length === 2,
  )
  await stop()

  expect(received).toEqual(['one', 'two'])
})

test('an error of a closing or lost connection does not end the process', async () => {
  await using server = await startServer()
  const { opened, connections, stop } = await listening(server)
  const terminated = () => new Error('terminating connection due to administrator command')
  const [first] = opened

  const { connection } = first as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
  await eventually(
    async () => connections(),
    (count) => count === 2,
  )
  // an error event without a listener is thrown
  expect(() => first?.emit('error', terminated())).not.toThrow()
  const stopped = stop()
  expect(() => opened[1]?.emit('error', terminated())).not.toThrow()
  await stopped
  expect(() => opened[1]?.emit('error', terminated())).not.toThrow()
})

test('the connection that wakes workers has an error listener until it is closed', async () => {
  await using server = await startServer({ own: true })
  const rows = await server.query<{ application_name: string }>(
    `select application_name from pg_stat_activity
     where datname = current_database() and query ilike 'listen "pgboss%'`,
  )

  // ours, opened by database.ts; the library's would be named flockwork-jobs
  expect(rows.length).toBeGreaterThan(0)
  for (const { application_name: name } of rows) expect(name).not.toBe('flockwork-jobs')
})
