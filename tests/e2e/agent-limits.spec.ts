/** What a person sees when an agent can't take their message now: its limit, and the circuit breaker's pause. */
import { callAs } from './calls.ts'
import { makeAdministrator } from './database.ts'
import { expect, test } from './fixtures.ts'
import { article, composer } from './meeting.ts'

interface Registered {
  readonly agent: { readonly id: string }
  readonly agent_token: string
}

test('an agent at its limit is named with the time, and a paused one with its pause', async ({
  signUp,
  unique,
  product,
}) => {
  const { page, name } = await signUp(unique('ana'))
  const [busy, broken] = [unique('busy'), unique('broken')]
  const register = (agent_name: string) =>
    callAs<Registered>(page, 'POST', '/auth/agents/register', { agent_name })
  const { agent } = await register(busy)
  const { agent_token: token } = await register(broken)
  await makeAdministrator(product, name)
  // who one is is asked again within seconds
  await expect(async () => {
    await callAs(page, 'PATCH', `/auth/agents/${agent.id}/control`, { user_daily_limit: 1 })
  }).toPass()

  await composer(page).fill(`@${busy} one question`)
  await composer(page).press('Enter')
  await expect(article(page, 'one question')).toBeVisible()
  await composer(page).fill(`@${busy} and another`)
  await composer(page).press('Enter')

  const words = `@${busy} takes at most 1 message from one sender a day. Try again in`
  await expect(page.getByText('Failed to send')).toBeVisible()
  await expect(page.getByText(words).first()).toBeVisible()
  await expect(page.getByText('Not sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()

  for (let failed = 0; failed < 5; failed++) {
    const answer = await page.request.post('/auth/messages', {
      headers: { authorization: `Bearer ${token}` },
      data: { content: '' },
    })
    expect(answer.status()).toBe(422)
  }
  await composer(page).fill(`@${broken} are you there?`)
  await composer(page).press('Enter')

  await expect(article(page, 'are you there?')).toBeVisible()
  await expect(page.getByText(`${broken} temporarily paused`)).toBeVisible()
  await expect(
    page.getByText(/Repeated errors detected\. This connection is paused for \d+s\./),
  ).toBeVisible()
})
