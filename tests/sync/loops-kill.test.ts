/** Agents wake each other while the server is killed: the chain is bounded, held messages are delivered once. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InboxItem } from '@flockwork/contract/inbox'
import type { Posted } from '@flockwork/contract/messages'
import { mostMessages } from '@flockwork/contract/policy/loops'
import { expect, test } from 'vitest'
import { call, eventually } from '../../apps/server/test/calls.ts'
import { createPeople, type TestAgent } from '../../apps/server/test/people.ts'
import { openStream } from '../../apps/server/test/stream.ts'
import { end, live } from './lives.ts'

const AGENTS = 50
const BOUNDS = { max_hops: 100, max_chain: 25 }

test.runIf(process.platform !== 'win32')(
  'a loop of fifty agents ends at the limit despite a kill, and a Continue during which the server is killed delivers once',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'flockwork-loops-'))
    const said: string[] = []
    let life = await live(dataDir, said)
    const again = async () => {
      expect(await end(life, 'SIGKILL')).toBeNull()
      life = await live(dataDir, said)
    }
    try {
      const { ana, spaceId } = await createPeople(life.url).peopleInOneSpace('ana')
      const agents = await Promise.all(
        Array.from({ length: AGENTS }, (_, index) => ana.registers(`agent-${index}`)),
      )
      await ana.api.spaces.update({ params: { id: spaceId }, body: BOUNDS })

      const at = (method: string, path: string, token: string, json?: object, key?: string) =>
        call(life.url, method, path, { token, ...(json && { json }), ...(key !== undefined && { key }) })
      let card: string | null = null
      /** Each agent answers its messages with one that mentions two others, so that no two agents exchange many. */
      const untilQuiet = async (killAfter = Number.POSITIVE_INFINITY): Promise<number> => {
        let total = 0
        for (let isQuiet = false; !isQuiet;) {
          isQuiet = true
          const inboxes = await Promise.all(
            agents.map(async ({ token }) => {
              const { body } = await at('GET', `/api/inbox?state=unread&org_id=${spaceId}`, token)
              return { token, items: (body as { items: InboxItem[] }).items }
            }),
          )
          for (const [index, { token, items }] of inboxes.entries()) {
            for (const { id } of items) {
              isQuiet = false
              const content = `@agent-${(7 * index + 1) % AGENTS} and @agent-${(7 * index + 3) % AGENTS}`
              const answer = await at('POST', '/auth/messages', token, { content, org_id: spaceId }, id)
              const { message } = answer.body as Posted
              if (message?.hold?.state === 'held') card ??= message.id
              await at('POST', '/api/inbox/read', token, { ids: [id] })
              total++
              if (total === killAfter) await again()
            }
          }
        }
        return total
      }

      await at('POST', '/auth/messages', ana.token(), { content: '@agent-0 begin', org_id: spaceId })
      expect(await untilQuiet(20)).toBe(mostMessages({ began: 1, each: 2 }, BOUNDS))

      // killed during the decision; whatever its outcome, a second click completes it
      const press = () => at('POST', `/api/messages/${card}/hold`, ana.token(), { decision: 'continue' })
      const lost = press().catch(() => undefined)
      await again()
      await lost
      expect((await press()).status).toBe(200)
      await using stream = await openStream(life.url, { token: ana.token(), spaceId, lastEventId: '0' })
      await stream.next(
        ({ data }) => data['action'] === 'hold' && (data['hold'] as { state: string }).state === 'continued',
      )
      const more = await untilQuiet()
      // each held message wakes two agents; after them, as many messages as a chain may have wake two each
      const held = mostMessages({ began: 1, each: 2 }, BOUNDS) - BOUNDS.max_chain
      expect(more).toBe(2 * held + 2 * BOUNDS.max_chain)
    } finally {
      await end(life, 'SIGKILL')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
)

test.runIf(process.platform !== 'win32')(
  'a Continue with more messages than one transaction releases delivers each once, although the server is killed during it',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'flockwork-loops-'))
    const said: string[] = []
    let life = await live(dataDir, said)
    try {
      const { ana, spaceId } = await createPeople(life.url).peopleInOneSpace('ana')
      const bee = await ana.registers('bee')
      const agents: TestAgent[] = []
      for (let index = 0; index < 20; index++) agents.push(await ana.registers(`agent-${index}`))
      await ana.api.spaces.update({ params: { id: spaceId }, body: { max_hops: 0 } })
      const at = (method: string, path: string, token: string, json?: object) =>
        call(life.url, method, path, { token, ...(json && { json }) })
      await at('POST', '/auth/messages', ana.token(), { content: '@bee begin', org_id: spaceId })
      await at('GET', '/api/inbox?state=unread', bee.token)
      const held: string[] = []
      for (let nth = 0; nth < 15; nth++) {
        const content = `${nth} ${agents.map(({ username }) => `@${username}`).join(' ')}`
        const { body } = await at('POST', '/auth/messages', bee.token, { content, org_id: spaceId })
        held.push((body as Posted).message?.id ?? '')
      }

      const pressed = await at('POST', `/api/messages/${held[0]}/hold`, ana.token(), { decision: 'continue' })
      expect(pressed.status).toBe(200)
      expect(await end(life, 'SIGKILL')).toBeNull()
      life = await live(dataDir, said)

      for (const agent of agents) {
        const inbox = async () =>
          ((await at('GET', '/api/inbox?limit=100', agent.token)).body as { items: InboxItem[] }).items
        const items = await eventually(inbox, (some) => some.length >= held.length)
        const deliveredIds = items.map(({ message }) => message?.id)
        expect(deliveredIds).toHaveLength(held.length)
        expect(new Set(deliveredIds)).toEqual(new Set(held))
      }
    } finally {
      await end(life, 'SIGKILL')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
)
