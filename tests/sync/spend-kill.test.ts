/** An agent spends as fast as it can while the server is killed: its cap is enforced, and it answers once. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminManagedRoutes } from '@flockwork/contract/admin/managed'
import type { Budget } from '@flockwork/contract/budgets'
import type { Message } from '@flockwork/contract/messages'
import { expect, test } from 'vitest'
import { call, eventually } from '../../apps/server/test/calls.ts'
import { startModel } from '../../apps/server/test/model.ts'
import { createPeople } from '../../apps/server/test/people.ts'
import { end, live } from './lives.ts'

const HALF_A_DOLLAR = 500_000
/** The price of an output token in millionths of a dollar; $5 buy 12,500. */
const PRICE = 400
const TRIES_TOKENS = 12_500
const TOKENS_A_PIECE = 10
/** It is killed after this many tokens of an attempt. */
const KILLED_AT = 150
/** Leaves the processor to the server. */
const POLL_MS = 200

test.runIf(process.platform !== 'win32')(
  'a cap of $0.50 is enforced for an answer of $5 over two kills, and there is one answer',
  async () => {
    await using model = await startModel({ LLM_PRICE_INPUT: '1', LLM_PRICE_OUTPUT: String(PRICE) })
    const dataDir = await mkdtemp(join(tmpdir(), 'flockwork-spend-'))
    const said: string[] = []
    let life = await live(dataDir, said, model.env)
    try {
      const people = createPeople(life.url)
      const root = await people.signUp('root')
      const { ana, spaceId } = await people.peopleInOneSpace('ana')
      const spender = await root.api.call(adminManagedRoutes.create, {
        body: {
          name: 'spender',
          instructions: 'Spend.',
          tools: [],
          space_ids: [spaceId],
          caps: [{ unit: 'microdollars', span: 'total', amount: HALF_A_DOLLAR }],
        },
      })

      const budget = async () => {
        const path = `/api/admin/budgets/agent/${spender.id}`
        return (await call(life.url, 'GET', path, { token: root.token() })).body as Budget
      }
      /** What was charged so far; nothing while the server is down. */
      const charged = () =>
        budget()
          .then(({ total }) => total.microdollars ?? 0)
          .catch(() => 0)

      let written = 0
      let attempts = 0
      const kills: (() => void)[] = []
      const killedTwice = [0, 1].map(() => new Promise<void>((resolve) => kills.push(resolve)))
      model.answer = async (say) => {
        const kill = kills[attempts]
        attempts++
        for (let here = 0; here < TRIES_TOKENS && !say.response.destroyed; here += TOKENS_A_PIECE) {
          if (here === KILLED_AT) kill?.()
          // sockets would take the whole answer at once: each token waits until it is charged
          while (!say.response.destroyed && (await charged()) < (written + TOKENS_A_PIECE) * PRICE)
            await new Promise((resolve) => setTimeout(resolve, 20))
          await say.text('ab '.repeat(TOKENS_A_PIECE))
          written += TOKENS_A_PIECE
        }
        say.end()
      }

      const question = await ana.says('@spender write for $5')
      for (const killed of killedTwice) {
        await killed
        expect(await end(life, 'SIGKILL')).toBeNull()
        life = await live(dataDir, said, model.env)
      }
      const answers = async () => {
        const path = `/api/messages/${question.id}/thread`
        const { status, body } = await call(life.url, 'GET', path, { token: ana.token() })
        expect(status).toBe(200)
        return (body as { messages: Message[] }).messages
      }
      const hasSome = (messages: readonly Message[]) => messages.length > 0
      const [answer, ...others] = await eventually(answers, hasSome, undefined, POLL_MS)
      expect(answer?.content).toContain('The budget of this agent is used up: $0.50 in all')
      expect(others).toEqual([])

      expect((await budget()).total.microdollars).toBeLessThanOrEqual(HALF_A_DOLLAR)
      expect(attempts).toBe(3)
      expect(written * PRICE).toBeGreaterThan(HALF_A_DOLLAR / 4)

      // nothing continues in the background
      expect(await end(life, 'SIGKILL')).toBeNull()
      life = await live(dataDir, said, model.env)
      await call(life.url, 'GET', '/readyz')
      expect(await answers()).toHaveLength(1)
    } finally {
      await end(life, 'SIGKILL')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 })
    }
  },
)
