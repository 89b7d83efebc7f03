/** Discover & Join: the spaces that everyone may join. */
import { spaceRoutes } from '@flockwork/contract/space-routes'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from './app.tsx'
import { switchedTo } from './default-answers.ts'
import { refusal } from './fake-server.ts'
import { expectAccessible } from './look.ts'
import { activity, ago, MINUTE, person, space } from './world.ts'

const DISCOVER = '/spaces?tab=discover'
const community = (name: string, more: Parameters<typeof space>[1] = {}) =>
  space(name, { visibility: 'public', is_member: false, role: null, mine: null, ...more })

test('a community space shows its activity, and can be joined', async () => {
  const birds = community('Birders', {
    description: 'Anyone who likes birds.',
    member_count: 40,
    activity: activity({ score: 55, last_activity_at: ago(2 * MINUTE), messages_total: 5_000 }),
  })
  const { server, world, left } = await openApp({
    me: person('ana'),
    path: DISCOVER,
    answers: (fake) =>
      fake.answer(spaceRoutes.listPublic, () => ({
        organizations: [birds, { ...birds, id: space('x').id, name: 'Already in', is_member: true }],
      })),
  })
  const list = page.getByRole('list', { name: 'Community spaces' })
  await expect
    .element(list)
    .toMatchTextContent(
      /^B ?Birders ?Community ?Anyone who likes birds\. ?40 members · Recently active · 2 minutes ago · 5K messages ?Active ?Join$/,
    )
  await expectAccessible()

  server.answer(spaceRoutes.joinPublic, ({ body }) => {
    expect(body.org_id).toBe(birds.id)
    world.spaces.push({ ...birds, is_member: true })
    return switchedTo(world, birds)
  })
  await page.getByRole('button', { name: 'Join Birders' }).click()
  await expect.poll(() => left).toEqual(['/'])
})

test('without community spaces the tab says so', async () => {
  await openApp({ me: person('ana'), path: DISCOVER })
  await expect.element(page.getByRole('heading', { name: 'No Community Spaces' })).toBeVisible()
})

test('community spaces that can’t be loaded can be retried', async () => {
  const { server } = await openApp({
    me: person('ana'),
    path: DISCOVER,
    answers: (fake) => fake.answer(spaceRoutes.listPublic, () => refusal(403, 'forbidden')),
  })
  await expect.element(page.getByText('The community spaces could not be loaded.')).toBeVisible()
  server.answer(spaceRoutes.listPublic, () => ({ organizations: [community('Birders')] }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('listitem', { name: 'Birders' })).toBeVisible()
})

test('community spaces have placeholders while they load', async () => {
  await openApp({
    me: person('ana'),
    path: DISCOVER,
    isWaiting: true,
    answers: (server) => server.hold(spaceRoutes.listPublic),
  })
  await expect.element(page.getByText('Loading community spaces')).toBeInTheDocument()
})
