/**
 * Which agent hasn't answered a message, is working on a reply, and has answered: live, also after a reload in between.
 */
import { expect, expectAccessible, PHONE, test } from './fixtures.ts'
import { agentOf, article, meet, says } from './meeting.ts'

test('an author sees that an agent has not answered, is working, and has answered', async ({
  signUp,
  unique,
}) => {
  test.slow()
  const { page: ana } = await signUp(unique('ana'))
  const { page: bob } = await signUp(unique('bob'))
  await meet(ana, bob)
  const scout = unique('scout')
  const asScout = await agentOf(ana, scout)

  await says(ana, `@${scout} how many?`)
  const question = article(ana, 'how many?').first()
  await expect(question.getByText(`Waiting for @${scout}`)).toBeVisible()
  await expect(article(bob, 'how many?').first().getByText('Waiting for')).toHaveCount(0)

  // it reads the question
  const { items } = await asScout<{ items: { message: { id: string } }[] }>('/api/inbox')
  const working = `${scout} is working on a reply`
  for (const page of [ana, bob]) await expect(page.getByText(working)).toBeVisible()
  await expect(question.getByText(`Waiting for @${scout}`)).toHaveCount(0)
  await bob.reload()
  await expect(bob.getByText(working)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await ana.emulateMedia({ colorScheme })
    await expectAccessible(ana)
  }
  await bob.setViewportSize({ ...PHONE })
  await expect(bob.getByText(working)).toBeVisible()

  await asScout(`/posts/${items[0]?.message.id}/reply`, { content: 'seven, as always' })
  for (const page of [ana, bob]) {
    await expect(page.getByText('seven, as always')).toBeVisible()
    await expect(page.getByText(working)).toHaveCount(0)
  }
  await expect(question.getByText(`Answered by @${scout}`)).toBeVisible()
  // and a page that is opened now doesn't show it as working
  await bob.reload()
  await expect(bob.getByText('seven, as always')).toBeVisible()
  await expect(bob.getByText(working)).toHaveCount(0)
})
