/** An agent that works on tasks over MCP, and the people who give it some. */
import type { Task } from '@flockwork/contract/tasks'
import { connectAgent } from './mcp.ts'
import type { Person, TestAgent } from './people.ts'
import { startServer } from './server.ts'

export const of = ({ id }: Pick<Task, 'id'>) => ({ params: { id } })

export async function working(...names: string[]) {
  const server = await startServer()
  const { ana, bob, spaceId } = await server.peopleInOneSpace('ana', 'bob')
  const scout = await ana.registers('scout')
  const agent = await connectAgent(server.url, scout.token)
  const others = await Promise.all(names.map((name) => bob.registers(name)))
  return {
    server,
    ana,
    bob,
    scout,
    agent,
    others,
    spaceId,
    async [Symbol.asyncDispose]() {
      await agent[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

export const newTask = ({ api }: Person, title: string, more: object = {}): Promise<Task> =>
  api.tasks.create({ body: { title, ...more } })
export const assigned = (person: Person, title: string, { id }: TestAgent, more: object = {}) =>
  newTask(person, title, { agent_id: id, ...more })

/** What became of the first assignment of the task by this person. */
export async function stateOf({ api }: Person, task: Task): Promise<string | undefined> {
  return (await api.tasks.get(of(task))).deliveries?.[0]?.state
}
