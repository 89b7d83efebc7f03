/** Deleting a space, or removing a member, during writes there. */
import { expect, test } from 'vitest'
import { call, type Answer } from '../../../test/calls.ts'
import type { Person } from '../../../test/people.ts'
import { startPair, type TestServer } from '../../../test/server.ts'

const ROUNDS = 30

/** Posts and reacts as fast as possible, on both nodes, until the space refuses. */
async function writeUntilRefused(
  urls: readonly string[],
  who: Person,
  spaceId: string,
): Promise<{ stored: string[]; refused: Answer[] }> {
  const stored: string[] = []
  const refused: Answer[] = []
  for (let count = 0; refused.length < 2 && count < ROUNDS * 10; count++) {
    const answer = await call(urls[count % urls.length] ?? '', 'POST', '/auth/messages', {
      token: who.token(),
      json: { content: `${who.username} says ${count} #work`, org_id: spaceId },
    })
    if (answer.status === 201) stored.push((answer.body as { message: { id: string } }).message.id)
    else refused.push(answer)
  }
  return { stored, refused }
}

async function messagesOf(server: TestServer, spaceId: string, author: string): Promise<string[]> {
  const rows = await server.query<{ id: string }>(
    'select id from messages where space_id = $1 and author_id = $2 order by seq',
    [spaceId, author],
  )
  return rows.map(({ id }) => id)
}

const ENDS = {
  'is deleted': ({ ana, spaceId }: Ending) =>
    ana.api.spaces.delete({ params: { id: spaceId }, body: { name: 'Field Lab' } }),
  'turns private, everyone else taken out of it': async ({ ana, bob, cleo, spaceId }: Ending) => {
    for (const { profile } of [bob, cleo]) {
      await ana.api.spaces.removeMember({ params: { id: spaceId, user_id: profile.id } })
    }
    await ana.api.spaces.update({ params: { id: spaceId }, body: { visibility: 'private' } })
  },
}

interface Ending {
  readonly ana: Person
  readonly bob: Person
  readonly cleo: Person
  readonly spaceId: string
}

test.for(Object.entries(ENDS))(
  'a space that %s while others post: each post is stored whole and answered, or refused as in no space',
  async ([, finish]) => {
    await using pair = await startPair()
    const { server, twin } = pair
    const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
    const urls = [server.url, twin.url]

    const writing = [bob, cleo].map((who) => writeUntilRefused(urls, who, spaceId))
    // some are stored before the end
    for (let count = 0; count < ROUNDS; count++) await ana.says(`ana says ${count}`)
    await finish({ ana, bob, cleo, spaceId })
    const written = await Promise.all(writing)

    for (const [index, who] of [bob, cleo].entries()) {
      const { stored, refused } = written[index] ?? { stored: [], refused: [] }
      expect(stored.length).toBeGreaterThan(0)
      expect(await messagesOf(server, spaceId, who.profile.id)).toEqual(stored)
      expect(refused.map(({ status }) => status)).toEqual([404, 404])
      for (const { body } of refused) expect(body).toMatchObject({ detail: expect.any(String) })
    }
    // every message has its event, and every event its message
    const [counts] = await server.query(
      `select (select count(*)::int from messages where space_id = $1) as messages,
              (select count(distinct message_id)::int from events where space_id = $1 and name = 'message') as events`,
      [spaceId],
    )
    expect(counts?.['events']).toBe(counts?.['messages'])
  },
)
