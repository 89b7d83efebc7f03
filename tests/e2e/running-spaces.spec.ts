/** A space from its first invite to its deletion, with three people in three browsers that update live. */
import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { expect, fillSignUp, test } from './fixtures.ts'
import { article, composer, says } from './meeting.ts'

const NAME = 'Field Lab'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) =>
  dialog(page, /^Members of/)
    .getByRole('listitem')
    .filter({ hasText: name })

/** Opens one of the dialogs of the current space. */
async function openDialog(page: Page, item: string): Promise<void> {
  await page.goto('/spaces?tab=current')
  const main = page.getByRole('main')
  if (item === 'Members' || item === 'Invite Members') {
    return main.getByRole('button', { name: item, exact: true }).click()
  }
  await main.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function act(page: Page, name: string, item: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Waits until the draft is stored, which happens once typing pauses. */
async function waitUntilStored(page: Page, text: string): Promise<void> {
  await page.waitForFunction((words) => JSON.stringify({ ...localStorage }).includes(words), text)
}

test('three people: an invite, roles, a removal despite a draft, a revoked invite, a new name and the deletion', async ({
  signUp,
  open,
  unique,
}) => {
  const [ana, bob, cleo] = [unique('ana'), unique('bob'), unique('cleo')]
  const { page: host } = await signUp(ana)
  const space = await callAs<{ id: string }>(host, 'POST', '/api/organizations/create', {
    name: NAME,
    visibility: 'invite_only',
  })
  await callAs(host, 'POST', '/api/organizations/switch', { org_id: space.id })

  // an invite link
  await openDialog(host, 'Invite Members')
  await host.getByRole('button', { name: 'Create Invite' }).click()
  await expect(host.getByRole('img', { name: `QR code of the link to join ${NAME}` })).toBeVisible()
  await host.getByRole('button', { name: 'Copy link to join' }).click()
  await expect(host.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await host.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).pathname).toMatch(/^\/join\/[\w-]{22,}$/)

  // the second person has no account yet, and joins right after registering
  const second = await (await open({})).newPage()
  await second.goto(link)
  await expect(second.getByRole('heading', { name: `Join ${NAME}` })).toBeVisible()
  await expect(second.getByText(`@${ana} invites you.`)).toBeVisible()
  await second.getByRole('button', { name: 'Sign in to join' }).click()
  await fillSignUp(second, bob)
  await expect(second.getByText(`Switched to ${NAME}`)).toBeVisible()
  await expect(composer(second)).toBeVisible()

  // the third is signed in
  const { page: third } = await signUp(cleo)
  await third.goto(link)
  await third.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(third.getByText(`Switched to ${NAME}`)).toBeVisible()
  await third.goto(link)
  await expect(third.getByRole('button', { name: 'Open', exact: true })).toBeVisible()

  // roles, live in the other's open dialog
  await openDialog(host, 'Members')
  await openDialog(third, 'Members')
  await act(host, cleo, 'Make admin')
  await expect(row(third, cleo).getByText('Admin', { exact: true })).toBeVisible()
  await act(host, cleo, 'Make member')
  await expect(row(third, cleo).getByText('Admin', { exact: true })).toBeHidden()

  // removed while a draft is in the open tab
  await second.goto('/')
  await composer(second).fill('half a thought of mine')
  await waitUntilStored(second, 'half a thought of mine')
  await act(host, bob, 'Remove from the space')
  await dialog(host, `Remove ${bob} from ${NAME}?`)
    .getByRole('button', { name: 'Remove', exact: true })
    .click()
  const gone = dialog(second, `You are no longer in ${NAME}`)
  await expect(gone.getByText(/An admin of the space removed you/)).toBeVisible()
  await expect(gone.getByText('half a thought of mine')).toBeVisible()
  await gone.getByRole('button', { name: 'OK' }).click()
  await expect(composer(second)).toHaveValue('')
  await expect(row(third, bob)).toBeHidden()

  // and their draft is there when they rejoin
  await second.goto(link)
  await second.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(composer(second)).toHaveValue('half a thought of mine')
  await expect(row(third, bob)).toBeVisible()

  // the invite is revoked
  await openDialog(host, 'Invites')
  const invites = dialog(host, `Invites to ${NAME}`)
  await expect(invites.getByText(`Came in by it: ${bob}, ${cleo}`)).toBeVisible()
  await invites.getByRole('button', { name: `End the invite made by ${ana}` }).click()
  await expect(invites.getByText('No invite admits anybody now.')).toBeVisible()
  const stranger = await (await open({})).newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { name: 'This invite doesn’t work' })).toBeVisible()

  // a new name, on all screens
  await openDialog(host, 'Settings')
  await host.getByRole('textbox', { name: 'Name', exact: true }).fill('Deep Lab')
  await host.getByRole('button', { name: 'Save' }).click()
  await expect(dialog(third, 'Members of Deep Lab')).toBeVisible()
  await expect(second.getByRole('button', { name: /Deep Lab.*Switch space$/ })).toBeVisible()

  // and the deletion
  await third.goto('/')
  await says(third, 'last words')
  await expect(article(second, 'last words')).toBeVisible()
  await openDialog(host, 'Delete')
  await host.getByRole('textbox', { name: 'Type “Deep Lab” to delete it' }).fill('Deep Lab')
  await host.getByRole('button', { name: 'Delete space' }).click()
  for (const page of [host, second, third]) {
    await expect(
      dialog(page, 'You are no longer in Deep Lab').getByText(/The space was deleted/),
    ).toBeVisible()
  }
})
