/** A call and its repeat under one key on two nodes at once, in the order that loses most. */
import type { PersonActor } from '../src/platform/actor.ts'
import type { KeyedWork, Once } from '../src/platform/idempotency.ts'
import type { Person } from './people.ts'
import type { Pair, TestServer } from './server.ts'

type Work = (node: TestServer, actor: PersonActor, once: Once<unknown>) => Promise<void>

/**
 * Both nodes look for the key and find nothing; then one does the whole call before the other begins its work. Resolves
 * with both answers, which are null where they are the call's.
 */
export async function callTwice(
  { server, twin }: Pair,
  person: Person,
  key: string,
  work: Work,
): Promise<unknown[]> {
  const actor = await server.services.authenticator.authenticate(person.token(), {
    ip: null,
    userAgent: null,
  })
  const keyed = (node: TestServer, before = async () => {}): KeyedWork => ({
    callerId: actor.accountId,
    key,
    bodyHash: key,
    storesAnswer: true,
    shape: () => null,
    async work(once) {
      await before()
      // people have tokens of people
      return work(node, actor as PersonActor, once)
    },
  })
  const answers: unknown[] = []
  const first = async () => {
    answers.push(await twin.services.authGuard.runOnce(keyed(twin)))
  }
  answers.push(await server.services.authGuard.runOnce(keyed(server, first)))
  return answers
}
