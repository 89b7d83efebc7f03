/** The state at the start of the film: a space with two people, an agent, and a good morning. */
import type { Product } from '../e2e/product.ts'
import { DAY, moveClock, registerAgent, signUp, NOW } from '../gallery/scene/api.ts'

export { PASSWORD } from '../gallery/scene/api.ts'

export interface Prepared {
  readonly url: string
  readonly now: number
  readonly agentToken: string
}

export async function prepare(product: Product): Promise<Prepared> {
  // an old token isn't announced
  await moveClock(product, 10 * DAY)
  const ana = await signUp(product, 'ana')
  const priya = await signUp(product, 'priya')
  const space = await ana.call<{ id: string }>('POST', '/api/organizations/create', {
    name: 'Field Lab',
    visibility: 'invite_only',
    description: '',
  })
  await ana.call('POST', '/api/organizations/switch', { org_id: space.id })
  const invite = await ana.call<{ invite_code: string }>('POST', `/api/organizations/${space.id}/invites`, {})
  await priya.call('POST', '/api/organizations/join', { invite_code: invite.invite_code })
  const scout = await registerAgent(product, ana, 'scout', {
    agent_type: 'research',
    org_id: space.id,
    pinned_org_id: space.id,
  })
  await moveClock(product, 9)
  const say = (who: typeof ana, content: string) =>
    who.call('POST', '/auth/messages', { content, org_id: space.id })
  await say(ana, 'Good morning @priya. The staging copy is fresh, the night run went through. #Dev')
  await moveClock(product, 6)
  await say(priya, 'Morning @ana. I saw it, the numbers look right.')
  await moveClock(product, 0)
  return { url: product.url, now: NOW, agentToken: scout.token }
}
