/** A space in which everything has happened that a record of it says. */
import type { Message } from '@flockwork/contract/messages'
import type { Task } from '@flockwork/contract/tasks'
import { call } from './calls.ts'
import type { Person, TestAgent } from './people.ts'
import type { TestServer } from './server.ts'

export interface LivelySpace {
  readonly spaceId: string
  readonly ana: Person
  readonly bob: Person
  readonly cleo: Person
  readonly scout: TestAgent
  readonly task: Task
  /** Was deleted. */
  readonly deleted: Message
  /** Was edited twice. */
  readonly edited: Message
}

/** What must be in no record: words that only a deleted message, its versions or a private note has. */
export const SECRETS = ['forbidden-fruit', 'eyes-only'] as const

export async function livelySpace(server: TestServer): Promise<LivelySpace> {
  const { ana, bob, cleo, spaceId } = await server.peopleInOneSpace('ana', 'bob', 'cleo')
  const scout = await bob.registers('scout')
  await registered(server, ana, 'hermit')
  const change = (who: Person, method: string, path: string, json?: unknown) =>
    call(server.url, method, path, { token: who.token(), ...(json !== undefined && { json }) })

  const hello = await ana.says(
    'Hello @bob and @scout, about #boats and @nobody-here 👋\n\n> "quoted" \\ back',
  )
  const answer = await bob.replies(hello, 'An answer')
  await cleo.replies(answer, 'One further down')
  await scout.api.messages.reply({ params: { id: hello.id }, body: { content: 'On it, @ana' } })
  const edited = await ana.says('First words')
  for (const content of ['Second words', 'Third words, for @cleo']) {
    await change(ana, 'PUT', `/api/messages/${edited.id}`, { content })
  }
  const deleted = await bob.says('forbidden-fruit was here')
  await change(bob, 'PUT', `/api/messages/${deleted.id}`, { content: 'forbidden-fruit, still' })
  await cleo.replies(deleted, 'About what is gone')
  await change(bob, 'DELETE', `/api/messages/${deleted.id}`)
  for (const [who, emoji] of [
    [ana, '🚀'],
    [bob, '🚀'],
    [cleo, '👍'],
  ] as const) {
    await change(who, 'POST', `/posts/${hello.id}/react`, { emoji })
  }

  const task = await ana.api.tasks.create({
    body: {
      title: 'Paint the boat',
      description: 'Blue',
      agent_id: scout.id,
      requirements: { skills: ['paint'] },
    },
  })
  const of = { params: { id: task.id } }
  await ana.api.tasks.addNote({ ...of, body: { note: 'It rains', note_type: 'issue' } })
  await bob.api.tasks.addNote({ ...of, body: { note: 'eyes-only', visibility: 'private' } })
  await scout.api.tasks.addNote({
    ...of,
    body: { note: 'Half done', note_type: 'progress', visibility: 'team' },
  })
  await scout.api.tasks.setStatus({ ...of, body: { status: 'in_progress' } })
  const gone = await ana.api.tasks.create({ body: { title: 'forbidden-fruit task' } })
  await ana.api.tasks.remove({ params: { id: gone.id } })
  const team = await bob.api.teams.create({ body: { name: 'Deck crew', color: 'teal' } })
  await bob.api.teams.assign({ params: { id: scout.id }, body: { team_id: team.id } })
  return { spaceId, ana, bob, cleo, scout, task, deleted, edited }
}

/** An agent that only its owner sees. */
async function registered(server: TestServer, owner: Person, name: string): Promise<void> {
  const agent = await owner.registers(name)
  await call(server.url, 'PUT', `/auth/agents/${agent.id}`, {
    token: owner.token(),
    json: { visibility: 'private', bio: 'forbidden-fruit of a bio' },
  })
  await agent.api.messages.post({ body: { content: 'From a private agent' } })
}
