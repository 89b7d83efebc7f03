/** Agents that the server runs, with a model that answers, is stopped, and fails. */
import { refusing, startModel, type StandInModel } from '../../apps/server/test/model.ts'
import { expect, expectAccessible, PHONE, test as base } from './fixtures.ts'
import { article, meet, says } from './meeting.ts'
import { startProduct, type Product } from './product.ts'

const test = base.extend<object, { model: StandInModel; product: Product }>({
  model: [
    async ({}, use) => {
      await using model = await startModel({ LLM_PRICE_INPUT: '1', LLM_PRICE_OUTPUT: '2' })
      await use(model)
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ model }, use) => {
      const product = await startProduct(model.env)
      await use(product)
      await product.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

/** Longer than the withheld end of a partial answer. */
const BEGINNING =
  'The plan is sound as far as it goes, because each of its steps can be taken back by itself. '

test('an administrator creates an agent; its answer appears live to all, it is stopped, and Chirpy needs no model', async ({
  product,
  model,
  signUp,
  unique,
}) => {
  test.slow()
  const rootName = unique('root')
  const { page: root } = await signUp(rootName)
  await product.makeAdmin(rootName)
  const bobName = unique('bob')
  const { page: bob } = await signUp(bobName)
  await meet(root, bob)
  const messages = root.url()

  await root.goto('/admin')
  const centre = root.getByRole('region', { name: 'Agent Control Center' })
  await centre.getByRole('button', { name: 'New agent' }).click()
  const dialog = root.getByRole('dialog', { name: 'New managed agent' })
  const critic = unique('critic')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(critic)
  await dialog.getByRole('textbox', { name: 'Instructions' }).fill('You review plans.')
  await dialog
    .getByRole('group', { name: 'Spaces' })
    .getByRole('checkbox', { name: /Field Lab/ })
    .click()
  await dialog.getByRole('button', { name: 'Make it' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(centre.getByRole('switch', { name: `@${critic} responds` })).toBeVisible()
  await root.goto(messages)

  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  model.answer = async (say) => {
    await say.text(BEGINNING)
    // or the server would take it for silent, if the checks below take long
    const alive = setInterval(() => void say.text(' '), 5000)
    await released
    clearInterval(alive)
    await say.text('Ship it.')
    say.end({ input: 1000, output: 100 })
  }
  await says(bob, `@${critic} is the plan sound?`)
  for (const page of [root, bob]) {
    await expect(page.getByText(`${critic} is working on a reply`)).toBeVisible()
    await expect(page.getByText('The plan is sound').first()).toBeVisible()
  }
  await expect(bob.getByRole('button', { name: `Stop ${critic}` })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await bob.emulateMedia({ colorScheme })
    await expectAccessible(bob)
  }
  await root.setViewportSize({ ...PHONE })
  await expect(root.getByText('The plan is sound').first()).toBeVisible()
  release()
  for (const page of [root, bob]) {
    await expect(page.getByText('Ship it.')).toBeVisible()
    await expect(page.getByText(`${critic} is working on a reply`)).toHaveCount(0)
  }
  // others' messages are passed as data: only the administrator gives instructions
  const [first] = model.asked
  expect(first?.body.messages[0]).toMatchObject({ role: 'system' })
  expect(String(first?.body.messages[0]?.content)).not.toContain('is the plan sound')

  let isGone: Promise<void> | undefined
  model.answer = async (say) => {
    isGone = say.gone
    await say.text(BEGINNING)
  }
  await says(bob, `@${critic} and the rest?`)
  // a run that is stopped before it calls the model has no usage, and isn't counted as an answer
  await expect.poll(() => model.asked.length).toBe(2)
  await bob.getByRole('button', { name: `Stop ${critic}` }).click()
  await expect(article(bob, `Stopped by ${bobName}.`).first()).toBeVisible()
  await isGone

  model.answer = refusing(500)
  await says(bob, '@chirpy how do I invite people?')
  await expect(bob.getByRole('link', { name: 'Inviting and joining' })).toBeVisible()

  await root.setViewportSize({ width: 1280, height: 800 })
  // what a stopped answer has used is settled a moment later
  await expect(async () => {
    await root.goto('/admin')
    await expect(centre.getByText(/Today: [\d,]+ tokens · \$0\.\d+ · 2 answers/)).toBeVisible()
  }).toPass()
})
