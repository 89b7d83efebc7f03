/** Searching as people and agents do, for tests. */
import type { Input } from '@flockwork/contract/route'
import { searchRoutes } from '@flockwork/contract/search'
import type { Person, TestAgent } from './people.ts'
import { startServer } from './server.ts'

export type Asked = Input<typeof searchRoutes.search.body>

export const search = ({ api }: Pick<Person | TestAgent, 'api'>, body: Asked) =>
  api.call(searchRoutes.search, { body })

export const textsOf = async (who: Pick<Person | TestAgent, 'api'>, body: Asked) =>
  (await search(who, body)).messages.map(({ content }) => content)

/** What is found whose order isn't the matter. */
export const setOf = async (who: Pick<Person | TestAgent, 'api'>, body: Asked) =>
  (await textsOf(who, body)).toSorted()

export async function talking() {
  const server = await startServer()
  const people = await server.peopleInOneSpace('ana', 'bob')
  return { server, ...people, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
