/** A server with people and agents, and the agent that a program works as. */
import type { Message } from '@flockwork/contract/messages'
import { startServer } from '../../apps/server/test/server.ts'
import type { Program } from './programs.ts'
import { setUp } from './running.ts'

export async function startLab(program: Program) {
  const server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const client = await setUp(program, { url: `${server.url}/mcp/agents/scout`, token: scout.token })
  return {
    server,
    ana,
    bob,
    spaceId,
    scout,
    client,
    /** The state of each message's delivery to the agent, by message. */
    async statesOf(messages: readonly Pick<Message, 'id'>[]): Promise<Map<string, string>> {
      const rows = await server.query<{ message_id: string; state: string }>(
        'select message_id, state from deliveries where recipient_id = $1 and message_id = any($2)',
        [scout.id, messages.map(({ id }) => id)],
      )
      return new Map(rows.map(({ message_id: id, state }) => [id, state]))
    },
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}
