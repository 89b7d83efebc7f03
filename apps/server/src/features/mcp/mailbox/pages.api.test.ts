/**
 * Walks over an agent's mail page by page while more arrives, is taken by others and changes: no unread delivery is skipped,
 * none comes twice (docs/rules/mcp.md#marking).
 */
import type { Task } from '@flockwork/contract/tasks'
import { expect, test } from 'vitest'
import { connectAgent, type ToolAnswer } from '../../../../test/mcp.ts'
import { createClient } from '../../../../test/client.ts'
import { sending } from '../../../../test/http.ts'
import { stored } from '../../../../test/people.ts'
import { randomFrom } from '../../../../test/random.ts'
import { startPair } from '../../../../test/server.ts'

const STEPS = 40
/** One node's clock is behind by this. */
const SKEW_MS = 3000

interface Mail {
  readonly delivery_id: string
  readonly id: string
}

const mailsIn = ({ facts }: ToolAnswer) => facts['messages'] as readonly Mail[]

test.for([1, 2, 3, 4, 5, 6])(
  'in history %i each walk carries all that is unread when it ends, and nothing twice',
  async (seed) => {
    await using pair = await startPair()
    const { server, twin } = pair
    server.moveClock(SKEW_MS)
    const { ana, bob } = await server.peopleInOneSpace('ana', 'bob')
    const { id: second } = await ana.api.spaces.create({ body: { name: 'Second', visibility: 'private' } })
    const scout = await ana.registers('scout')
    const [token] = await server.query<{ id: string }>('select id from agent_tokens where agent_id = $1', [
      scout.id,
    ])
    const { api_token: otherToken } = await ana.api.agents.config({ params: { id: scout.id } })
    await using walker = await connectAgent(server.url, scout.token)
    await using other = await connectAgent(server.url, otherToken)
    const random = randomFrom(seed)
    const chosen = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)]
    const spaces = [ana.spaceId(), second]
    /** Ana on either node, of which one's clock is behind. */
    const nodes = [ana.api, createClient({ baseUrl: twin.url, send: sending(() => ana.token()) })]
    const somewhere = () => chosen(nodes) ?? ana.api
    const says = async (content: string) =>
      stored(await somewhere().messages.post({ body: { content, org_id: chosen(spaces) } })).id
    const plain: string[] = []
    const said: string[] = []
    const tasks: Task[] = []

    const unread = async (condition = '', ...values: unknown[]) => {
      const rows = await server.query<{ id: string }>(
        `select d.id from deliveries d join messages m on m.space_id = d.space_id and m.id = d.message_id
         where d.recipient_id = $1 and d.state in ('stored', 'delivered') and m.deleted_at is null ${condition}`,
        [scout.id, ...values],
      )
      return rows.map(({ id }) => id)
    }

    const things: readonly (() => Promise<unknown>)[] = [
      async () => said.push(await says(`@scout ${said.length}`)),
      async () => said.push((await bob.says(`@scout ${said.length}`)).id),
      async () => plain.push(await says('for nobody yet')),
      async () => {
        const id = plain.shift()
        if (id !== undefined)
          await somewhere().messages.edit({ params: { id }, body: { content: '@scout now' } })
      },
      async () =>
        tasks.push(
          await somewhere().tasks.create({
            body: { title: 'Do it', org_id: chosen(spaces), agent_id: scout.id },
          }),
        ),
      async () => {
        const task = chosen(tasks)
        if (task === undefined) return
        for (const agentId of [null, scout.id])
          await somewhere().tasks.assign({ params: { id: task.id }, body: { agent_id: agentId } })
      },
      async () => {
        const id = chosen(said)
        if (id !== undefined) await ana.api.messages.remove({ params: { id }, query: {} }).catch(() => {})
      },
      () => other.call('messages', { limit: 2 }),
      async () => {
        const id = chosen(await unread())
        if (id !== undefined) await other.call('messages', { mark_read: false, ack: [id] })
      },
    ]

    let walk: { readonly markRead: boolean; readonly seen: Set<string>; cursor: unknown } | undefined
    const goOn = async () => {
      walk ??= { markRead: random() < 0.5, seen: new Set(), cursor: null }
      const { markRead, seen, cursor } = walk
      const page = await walker.call('messages', { limit: 2, cursor, mark_read: markRead })
      for (const { delivery_id: id } of mailsIn(page)) {
        expect(seen, 'nothing comes twice in a walk').not.toContain(id)
        seen.add(id)
      }
      walk.cursor = page.facts['next_cursor'] ?? cursor
      if (mailsIn(page).length > 0) return
      // who takes isn't given again what it was given before
      const all = markRead ? await unread('and not $2 = any(d.handed_to)', token?.id) : await unread()
      const missed = all.filter((id) => !seen.has(id))
      expect(missed, `after ${seen.size} mails of a walk`).toEqual([])
      walk = undefined
    }

    for (let step = 0; step < STEPS; step++) {
      await chosen(things)?.()
      if (random() < 0.5) await goOn()
    }
    for (let page = 0; walk !== undefined || page === 0; page++) await goOn()
  },
)
