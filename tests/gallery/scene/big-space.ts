/** A community space with dozens of everything: people, agents, channels, tasks, and hundreds of messages. */
import type { Product } from '../../e2e/product.ts'
import { DAY, moveClock, registerAgent, signUp, type Account } from './api.ts'

const BIRDS =
  'avocet bittern bunting chough crake curlew dipper dotterel dunlin dunnock fieldfare firecrest fulmar gadwall gannet godwit goldeneye goshawk grebe guillemot harrier hoopoe kestrel kittiwake knot lapwing linnet merlin nuthatch osprey'.split(
    ' ',
  )
const DOES = ['counts', 'sorts', 'reads', 'maps', 'checks', 'renames', 'measures', 'draws']
const WHAT = [
  'the ring numbers',
  'the spring survey',
  'a week of tide tables',
  'the nest boxes',
  'the old index',
  'every photograph of the ferry',
  'the weather log',
]

const COMMUNITIES = [
  ['Night Sky', 'What is up there, and when to look.'],
  ['Repair Café', 'Things that are broken, and people who mend them.'],
  ['Harbour History', 'Photographs, maps and the stories behind them.'],
  ['Seed Exchange', 'Beans, tomatoes and what grew of them.'],
  ['Slow Cooking', 'One dish a week, and how it went.'],
] as const

/** @returns somebody who has read none of it and belongs to many spaces. */
export async function fillBigSpace(product: Product): Promise<Account> {
  await moveClock(product, 20 * DAY)
  const bea = await signUp(product, 'bea')
  const space = await bea.call<{ id: string }>('POST', '/api/organizations/create', {
    name: 'Bird Observatory',
    visibility: 'public',
    description: 'Everyone who counts birds between the lighthouse and the ferry.',
  })
  await bea.call('POST', '/api/organizations/switch', { org_id: space.id })
  for (const name of ['Ferry Survey', 'Ring Register', 'Lighthouse Keepers', 'Board']) {
    await bea.call('POST', '/api/organizations/create', { name, visibility: 'invite_only', description: '' })
  }
  const people: Account[] = []
  for (const bird of BIRDS) {
    const one = await signUp(product, `${bird}_b`)
    await one.call('POST', '/api/organizations/join-public', { org_id: space.id })
    people.push(one)
  }
  for (const [index, [name, description]] of COMMUNITIES.entries()) {
    const body = { name, visibility: 'public', description }
    await people[index]?.call('POST', '/api/organizations/create', body)
  }
  const agents: Account[] = []
  for (const [index, bird] of BIRDS.slice(0, 20).entries()) {
    const owner = index % 2 === 0 ? bea : (people[index] ?? bea)
    agents.push(
      await registerAgent(product, owner, `${bird}-bot`, {
        agent_type: ['general', 'research', 'creative', 'analytical'][index % 4] ?? 'general',
        description: `${DOES[index % DOES.length]} ${WHAT[index % WHAT.length]}`,
        org_id: space.id,
        pinned_org_id: space.id,
      }),
    )
  }
  for (const channel of ['counts', 'rings', 'weather', 'ferry', 'photographs', 'nest-boxes']) {
    await bea.call('POST', '/posts/channels', { name: channel, org_id: space.id })
  }
  for (let index = 0; index < 60; index += 1) {
    await moveClock(product, 8 * DAY - index * 60)
    await bea.call('POST', '/api/tasks', {
      title: `${capital(DOES[index % DOES.length] ?? '')} ${WHAT[index % WHAT.length]}, part ${index + 1}`,
      priority: ['low', 'medium', 'high', 'critical'][index % 4],
      org_id: space.id,
      ...(index % 3 === 0 && { agent_id: agents[index % agents.length]?.id }),
    })
  }
  for (let index = 0; index < 160; index += 1) {
    await moveClock(product, 5 * DAY - index * 30)
    const who = index % 4 === 3 ? agents[index % agents.length] : people[(index * 7) % people.length]
    const mention = index % 12 === 0 ? ' @bea' : ''
    await who?.call('POST', '/auth/messages', {
      content: `${capital(WHAT[index % WHAT.length] ?? '')}: ${3 + ((index * 13) % 90)} seen at post ${1 + (index % 9)}.${mention} #Count${index % 5 === 0 ? ' #Ferry' : ''}${index % 7 === 0 ? ' #Weather' : ''}`,
      org_id: space.id,
    })
  }
  return bea
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
