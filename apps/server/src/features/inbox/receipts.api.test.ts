import { expect, test } from 'vitest'
import { startServer } from '../../../test/server.ts'

test('a receipt and its event are written atomically, and a failed write is retried', async () => {
  await using server = await startServer({ own: true })
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const message = await ana.says('hello @bob')
  const stateNow = async () => (await ana.reads(message.id)).deliveries?.map(({ state }) => state)
  const deliveryEvents = () =>
    server.query("select seq from events where name = 'delivery' and message_id is null")
  const { receipts } = server.services
  await server.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$;
    create trigger refuse before insert on events for each row when (new.name = 'delivery') execute function refuse();
  `)

  receipts.record(bob.profile.id, spaceId, [message.id])
  await expect(receipts.flush()).rejects.toThrow('no room')
  expect(await stateNow()).toEqual(['stored'])

  await server.query('drop trigger refuse on events')
  await receipts.flush()
  expect(await stateNow()).toEqual(['delivered'])
  expect(await deliveryEvents()).toHaveLength(1)
})
