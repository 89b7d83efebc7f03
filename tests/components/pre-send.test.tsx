/** The questions before a message is sent, and the commands of the composer. */
import { demoRoutes } from '@flockwork/contract/demo'
import { messageRoutes } from '@flockwork/contract/messages'
import { onboardingRoutes } from '@flockwork/contract/onboarding'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, type OpenedApp } from './app.tsx'
import { expectAccessible } from './look.ts'
import { article, button, composer, enter, expectClosed, help, settings } from './parts.ts'
import { chirpy, message, person, space } from './world.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const guideDialog = page.getByRole('dialog', { name: 'Ask Chirpy?' })
const plainDialog = page.getByRole('dialog', { name: 'No mention or topic' })
const banner = page.getByRole('region', { name: 'Chirpy, your guide' })

const posted = ({ server }: OpenedApp) => server.calls(messageRoutes.post).map(({ body }) => body.content)

/** Makes the stored answers more than a day old. */
function aDayLater({ stored }: OpenedApp): void {
  for (const [key, answer] of stored) {
    if (key.includes('last_answer')) stored.set(key, `${answer.split(' ')[0]} ${Date.now() - DAY_MS}`)
  }
}

async function openSection(): Promise<void> {
  await page.getByRole('link', { name: 'Settings of ana' }).click()
  await settings.getByRole('tab', { name: 'Messages' }).click()
}

test('in a personal space a message without a mention is questioned, and never lost', async () => {
  const app = await openApp({ me: person('ana'), asksBeforeSending: true })

  // dismissed by Escape, by a reload and by its button
  await enter('what can you do')
  await expect.element(guideDialog.getByRole('button', { name: 'Ask Chirpy' })).toHaveFocus()
  await expect.element(guideDialog.getByRole('button', { name: 'Show Chirpy tips' })).not.toBeInTheDocument()
  await app.reload()
  await expect.element(composer).toHaveValue('what can you do')
  await button('Close Chirpy tips').click()
  await enter('what can you do')
  await userEvent.keyboard('{Escape}')
  await expect.element(guideDialog).not.toBeInTheDocument()
  await expect.element(composer).toHaveFocus()
  await expect.element(composer).toHaveValue('what can you do')
  aDayLater(app)
  await userEvent.keyboard('{Enter}')
  await button('Edit message').click()
  await expect.element(composer).toHaveFocus()

  // the banner of tips, which is visible by then
  aDayLater(app)
  await userEvent.keyboard('{Enter}')
  await button('Show Chirpy tips').click()
  await expect.element(banner.getByRole('button', { name: 'Say hi' })).toHaveFocus()
  await expect.element(composer).toHaveValue('what can you do')
  expect(posted(app)).toEqual([])

  aDayLater(app)
  await enter('what can you do')
  await button('Send without Chirpy').click()
  await expect.element(article('what can you do')).toBeVisible()
  await expect.element(composer).toHaveValue('')
  await expect.element(composer).toHaveFocus()

  // the answer applies for a day, and is preselected after that
  await enter('and today')
  await expect.element(article('and today')).toBeVisible()
  aDayLater(app)
  await enter('hi')
  await expect.element(button('Send without Chirpy')).toHaveFocus()
  await button('Ask Chirpy').click()
  await enter('hello')
  await expect.element(article('hello').last()).toBeVisible()
  await expect
    .poll(() => posted(app))
    .toEqual(['what can you do', 'and today', '@chirpy hi', '@chirpy hello'])

  // nothing is asked about mentions and topics, nor about emoji and commands
  for (const text of ['see #dev', '👍', '!fire']) await enter(text)
  await expect.element(article('!fire')).toBeVisible()
  await expect.element(guideDialog).not.toBeInTheDocument()
})

test('messages go to Chirpy without asking once chosen, until the settings change it', async () => {
  const app = await openApp({ me: person('ana'), asksBeforeSending: true })
  await enter('first')
  await guideDialog
    .getByRole('checkbox', { name: 'Always send messages without mentions to Chirpy (never ask again)' })
    .click()
  await button('Ask Chirpy').click()
  await expect.element(article('first')).toBeVisible()
  await app.reload()
  await enter('second')
  await enter('third for @chirpy now')
  await expect.element(article('third')).toBeVisible()
  await expect.poll(() => posted(app)).toEqual(['@chirpy first', '@chirpy second', 'third for @chirpy now'])

  await openSection()
  await expect.element(settings.getByRole('radio', { name: 'Always send it to Chirpy' })).toBeChecked()
  await settings.getByRole('radio', { name: 'Ask once a day' }).click()
  await settings.getByRole('button', { name: 'Close' }).click()
  await expectClosed(settings)
  await enter('fourth')
  await expect.element(guideDialog).toBeVisible()
})

test('messages go without Chirpy and without asking once that was chosen with the tick', async () => {
  const app = await openApp({ me: person('ana'), asksBeforeSending: true })
  await enter('first')
  await guideDialog
    .getByRole('checkbox', { name: 'Always send messages without mentions to Chirpy (never ask again)' })
    .click()
  await expect
    .element(guideDialog.getByRole('checkbox'))
    .toHaveAccessibleDescription('With “Send without Chirpy” they are always sent without it.')
  await expectAccessible()
  await button('Send without Chirpy').click()
  await expect.element(article('first')).toBeVisible()
  aDayLater(app)
  await app.reload()
  await enter('second')
  await expect.element(article('second')).toBeVisible()
  await expect.poll(() => posted(app)).toEqual(['first', 'second'])

  await openSection()
  await expect.element(settings.getByRole('radio', { name: 'Send it as it is' })).toBeChecked()
})

test('while Chirpy is switched off nothing is sent or offered to it', async () => {
  const ana = person('ana')
  const app = await openApp({
    me: ana,
    stored: { [`auto_route:${ana.id}`]: 'true' },
    asksBeforeSending: true,
  })
  await expect.element(banner).toBeVisible()
  app.world.agents = [chirpy({ control: { is_disabled: true } })]
  dispatchEvent(new Event('focus'))
  await expect.element(banner).not.toBeInTheDocument()
  await enter('is anyone there')
  await expect.element(plainDialog).toBeVisible()
  await button('Go Back & Edit').click()
  app.world.agents = [chirpy()]
  dispatchEvent(new Event('focus'))
  await expect.element(banner).toBeVisible()
  await expect.element(composer).toHaveValue('is anyone there')
  expect(posted(app)).toEqual([])
})

const lab = space('Field Lab', { role: 'admin' })
const inLab = { me: person('bea', { current_org_id: lab.id }), world: { spaces: [lab] } }

test('in a shared space a mention or a topic is asked for, until the user opts out', async () => {
  const app = await openApp({ ...inLab, asksBeforeSending: true })
  await enter('good morning')
  await expect.element(plainDialog.getByRole('button', { name: 'Send Anyway' })).toHaveFocus()
  await button('Open Help ( ? )').click()
  await expect.element(help).toBeVisible()
  await expect.element(plainDialog).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  await expect.element(composer).toHaveFocus()
  await expect.element(composer).toHaveValue('good morning')
  aDayLater(app)
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Go Back & Edit')).toHaveFocus()
  await button('Go Back & Edit').click()
  await expect.element(composer).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(article('good morning')).toBeVisible()

  aDayLater(app)
  await enter('one')
  await plainDialog.getByRole('checkbox', { name: 'Never ask again' }).click()
  await button('Send Anyway').click()
  await enter('two')
  await expect.element(article('two')).toBeVisible()
  await page.getByRole('link', { name: 'Settings of bea' }).click()
  await settings.getByRole('tab', { name: 'Messages' }).click()
  await settings.getByRole('switch', { name: 'Ask before sending without a mention or a topic' }).click()
  await settings.getByRole('button', { name: 'Close' }).click()
  await expectClosed(settings)
  await enter('three')
  await expect.element(plainDialog).toBeVisible()
  await button('Go Back & Edit').click()
  expect(posted(app)).toEqual(['good morning', 'one', 'two'])
})

test('? opens the help, in the composer only; nothing is asked about a reply', async () => {
  const app = await openApp({
    ...inLab,
    world: { spaces: [lab], posts: [message(person('cy'), 'good morning')] },
    asksBeforeSending: true,
  })
  for (const command of ['?', '/?']) {
    await enter(command)
    await expect.element(help).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectClosed(help)
    await expect.element(composer).toHaveValue('')
  }
  await article('good morning').hover()
  await article('good morning')
    .getByRole('toolbar')
    .getByRole('button', { name: 'Reply in composer' })
    .click()
  await page.getByRole('textbox', { name: /^Reply to @/ }).fill('/demo')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Reply sent')).toBeVisible()
  expect(app.server.calls(messageRoutes.reply)).toMatchObject([{ body: { content: '/demo' } }])
  expect(posted(app)).toEqual([])
})

test('/demo and ?demo start the demo, and are not sent', async () => {
  const app = await openApp({ me: person('ana'), asksBeforeSending: true })
  app.server.answer(onboardingRoutes.runDemo, () => ({ success: true, messages: [] }))
  app.server.answer(demoRoutes.clear, () => ({ removed: 0 }))
  for (const command of ['/demo', '?demo']) {
    await enter(command)
    await expect.element(button('Clear Demo')).toBeVisible()
    await expect.element(composer).toHaveValue('')
    await button('Clear Demo').click()
    await expect.element(button('Clear Demo')).not.toBeInTheDocument()
  }
  expect(app.server.calls(onboardingRoutes.runDemo)).toHaveLength(2)
  expect(posted(app)).toEqual([])
})
