import { DELETED_SPACE_RETENTION_MS } from '@flockwork/contract/limits'
import { expect, test } from 'vitest'
import { startServer } from '../../test/server.ts'
import { runMaintenance } from './maintenance.ts'

test('a failing step is reported and the others still run: a deleted space is purged', async () => {
  await using server = await startServer({ own: true })
  const ana = await server.signUp('ana')
  const space = await ana.api.spaces.create({ body: { name: 'Old place' } })
  await ana.api.spaces.delete({ params: { id: space.id }, body: { name: 'Old place' } })
  await server.query('alter table login_attempts rename to elsewhere')
  server.moveClock(DELETED_SPACE_RETENTION_MS + 1000)

  const errors: unknown[] = []
  await runMaintenance({ ...server.services, onError: (error) => void errors.push(error) })

  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('login_attempts') })])
  const purged = await server.query('select id from spaces where id = $1 and purged_at is not null', [
    space.id,
  ])
  expect(purged).toHaveLength(1)
})
