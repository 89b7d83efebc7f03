/** An agent with a webhook at a receiver of the test's own. */
import { webhookRoutes as routes, type Webhook } from '@flockwork/contract/webhooks'
import { sweepWebhooks } from '../src/features/webhooks/index.ts'
import type { Person, TestAgent } from './people.ts'
import { startReceiver, type Received } from './receiver.ts'
import { startServer, type TestServer } from './server.ts'

const PRIVATE = { WEBHOOK_ALLOW_PRIVATE: 'on' }
export const SOON_MS = 60 * 60 * 1000

/** Ana's agent scout with a webhook at a receiver, in a space with bob. */
export async function calling(onError?: (line: string) => void) {
  const server = await startServer(
    onError === undefined ? { env: PRIVATE } : { env: { ...PRIVATE, LOG_LEVEL: 'error' }, onLog: onError },
  )
  const receiver = await startReceiver()
  const people = await server.peopleInOneSpace('ana', 'bob')
  const { ana } = people
  const scout = await ana.registers('scout')
  const { secret } = await ana.api.call(routes.save, { params: scout, body: { url: receiver.url } })
  if (secret === null) throw new Error('A new webhook has a secret')
  return {
    ...people,
    server,
    receiver,
    scout,
    secret,
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

export const webhookOf = async (owner: Person, agent: TestAgent): Promise<Webhook> => {
  const { webhook } = await owner.api.call(routes.get, { params: { id: agent.id } })
  if (webhook === null) throw new Error('There is no webhook')
  return webhook
}

export const callOf = async (owner: Person, agent: TestAgent) => (await webhookOf(owner, agent)).calls[0]

/** As if time had passed, for webhooks alone, and the minute's sweep came. */
export async function later({ services, query }: TestServer, ms = SOON_MS): Promise<void> {
  const past = `- $1::int * interval '1 ms'`
  await query(`update webhook_calls set due_at = due_at ${past}`, [ms])
  await query(
    `update agent_webhooks set held_until = held_until ${past}, old_secret_until = old_secret_until ${past}`,
    [ms],
  )
  await sweepWebhooks(services.webhooks)
}

interface Payload {
  type: string
  data: Record<string, unknown> & { message: Record<string, unknown>; agent: object }
}

export const payloadOf = ({ body }: Received) => JSON.parse(body) as Payload
export const stateOf = async (author: Person, { id }: { id: string }) =>
  (await author.api.messages.get({ params: { id } })).message.deliveries?.map(({ state }) => state)
