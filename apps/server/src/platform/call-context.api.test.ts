import fastify from 'fastify'
import { expect, test } from 'vitest'
import { startServer } from '../../test/server.ts'
import { audit } from './audit.ts'
import { callerAddress, installCallContext, type SecurityEvent } from './call-context.ts'

test('a transaction is logged once it commits, and not if it rolls back', async () => {
  await using server = await startServer()
  const { db, clock } = server.services
  const events: SecurityEvent[] = []
  const seen: [string, number][] = []
  await using calls = fastify()
  installCallContext(calls, { write: (event) => events.push(event), refused: () => {} })
  const act = (action: string) =>
    db.transaction().execute(async (tx) => {
      await audit(tx, clock, { actorId: null, action, target: { type: 'user', id: 'ana' } })
      seen.push([action, events.length])
      if (action === 'fails') throw new Error('the rest of it failed')
    })
  calls.get('/', async () => {
    await act('first')
    await act('fails').catch(() => {})
    await act('second')
    await db
      .transaction()
      .execute((tx) =>
        audit(tx, clock, { actorId: null, action: 'edited', target: { type: 'message', id: 'x' } }),
      )
    return { address: callerAddress() }
  })

  const answer = await calls.inject('/')

  expect(answer.json()).toEqual({ address: '127.0.0.1' })
  // nothing before its commit
  expect(seen).toEqual([
    ['first', 0],
    ['fails', 1],
    ['second', 1],
  ])
  expect(events).toMatchObject([
    { event: 'first', ip: '127.0.0.1' },
    { event: 'second', ip: '127.0.0.1' },
  ])
})

test('outside of a call an audit entry is written without an address', async () => {
  await using server = await startServer()
  const { db, clock } = server.services

  await audit(db, clock, { actorId: null, action: 'alone', target: { type: 'user', id: 'ana' } })

  expect(callerAddress()).toBeUndefined()
  expect(await server.query("select ip from audit where action = 'alone'")).toEqual([{ ip: null }])
})
