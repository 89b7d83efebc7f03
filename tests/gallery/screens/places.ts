/** Spaces and their dialogs, settings, help, administration. */
import type { Page } from '@playwright/test'
import { squeezed, state, troubled, usual, type Screen } from '../screen.ts'

/** The settings' sections, as in the URL. */
export const SECTIONS = ['profile', 'devices', 'apps', 'messages', 'notifications', 'shortcuts', 'data']
const SPACE_CALLS = [/\/api\/organizations\//]
const CURRENT = '/spaces?tab=current'

const fromMenu = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More for Field Lab' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

/** A dialog that a button or a menu opens. */
const dialog = (name: string, title: string, path: string, act: (page: Page) => Promise<void>): Screen => ({
  name,
  title,
  routes: [],
  states: [state('usual', path, { act })],
})

export const PLACES: readonly Screen[] = [
  {
    name: 'spaces',
    title: 'My spaces',
    routes: ['/spaces', '/organizations'],
    states: usual('/spaces?tab=mine', SPACE_CALLS),
  },
  { name: 'space', title: 'The current space', routes: ['/spaces'], states: usual(CURRENT, SPACE_CALLS) },
  {
    name: 'discover',
    title: 'Discover and join',
    routes: ['/spaces'],
    states: [
      ...usual('/spaces?tab=discover', SPACE_CALLS).filter(({ name }) => !['one', 'lively'].includes(name)),
      state('wrong code', '/spaces?tab=discover', {
        async act(page) {
          await page.getByRole('textbox', { name: /invite code/i }).fill('nothing')
          await page.getByRole('button', { name: 'Join', exact: true }).click()
        },
      }),
    ],
  },
  dialog('create-space', 'A new space', CURRENT, press('Create Workspace')),
  dialog('invite', 'Invite', CURRENT, press('Invite Members')),
  dialog('invite-made', 'An invite that was made', CURRENT, async (page) => {
    await press('Invite Members')(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Create Invite' }).click()
  }),
  dialog('invites', 'Invites of a space', CURRENT, fromMenu('Invites')),
  dialog('members', 'Members', CURRENT, press('Members')),
  dialog('space-settings', "A space's settings", CURRENT, fromMenu('Settings')),
  dialog('bring-team', 'Bring a team', '/spaces?tab=mine', press('Bring your team')),
  dialog('delete-space', 'Delete a space', CURRENT, fromMenu('Delete')),
  dialog('leave-space', 'Leave a space', CURRENT, fromMenu('Leave')),
  dialog('space-switcher', 'Switch the space', '/', (page) =>
    page
      .getByRole('button', { name: /Field Lab/ })
      .first()
      .click(),
  ),
  {
    name: 'menu',
    title: 'The menu of a phone',
    routes: [],
    states: [
      state('usual', '/', { frame: 'narrow', act: press('Open menu') }),
      state('long names', '/', { as: 'long', frame: 'narrow', act: press('Open menu') }),
    ],
  },
  {
    name: 'settings',
    title: 'Settings',
    routes: [],
    states: [
      ...SECTIONS.map((section) => state(section, `/?settings=${section}`)),
      state('ending a session', '/?settings=devices', {
        act: (page) =>
          page
            .getByRole('button', { name: /^Revoke/ })
            .first()
            .click(),
      }),
      state('long names', '/?settings=profile', { as: 'long' }),
      ...troubled('/?settings=devices', [/auth\/devices/]),
      ...squeezed('/?settings=profile'),
    ],
  },
  dialog('help-dialog', 'Help and keys', '/', press('Help and Resources')),
  {
    name: 'help',
    title: 'Help',
    routes: ['/help'],
    states: [
      state('usual', '/help'),
      state('found', '/help?q=invite'),
      state('nothing found', '/help?q=zugzwang'),
      ...troubled('/help', [/api\/help/]),
      ...squeezed('/help'),
    ],
  },
  {
    name: 'article',
    title: 'An article',
    routes: ['/help/$article'],
    states: [
      state('usual', '/help/mentions'),
      state('not found', '/help/there-is-no-such-article'),
      state('narrow', '/help/self-hosting', { frame: 'narrow' }),
    ],
  },
  {
    name: 'mcp-help',
    title: 'Connect an agent',
    routes: ['/help/mcp'],
    states: [state('usual', '/help/mcp'), ...squeezed('/help/mcp')],
  },
  {
    name: 'admin',
    title: 'Administration',
    routes: ['/admin'],
    states: [
      state('usual', '/admin'),
      state('a person', '/admin', {
        act: (page) =>
          page
            .getByRole('gridcell', { name: /^mateo/ })
            .or(page.getByText('mateo@example.org'))
            .first()
            .click(),
      }),
      state('deactivating', '/admin', {
        async act(page) {
          await page.getByRole('button', { name: 'More for mateo' }).click()
          await page.getByRole('menuitem', { name: 'Deactivate' }).click()
        },
      }),
      ...['organizations', 'violations', 'analytics', 'audit'].map((tab) => state(tab, `/admin?tab=${tab}`)),
      ...troubled('/admin', [/\/api\/admin\//]),
      ...squeezed('/admin', { as: 'ana' }),
    ],
  },
]
