/** A space for tests, opened at the Spaces page. */
import { spaceRoutes } from '@flockwork/contract/space-routes'
import type { Member, Space } from '@flockwork/contract/spaces'
import { page, type Locator } from 'vitest/browser'
import { openApp, type OpenedApp, type Options } from './app.tsx'
import { ago, person, personalSpace, space } from './world.ts'

export interface Lab {
  readonly app: OpenedApp
  readonly lab: Space
  readonly me: ReturnType<typeof person>
}

/** Opens Field Lab as `ana`, who created it unless `more` overrides that. */
export async function openLab(more: Partial<Space> = {}, options: Partial<Options> = {}): Promise<Lab> {
  const me = person('ana')
  const lab = space('Field Lab', {
    visibility: 'invite_only',
    description: 'Where it happens',
    role: 'admin',
    member_count: 3,
    is_current: true,
    created_by: me.id,
    ...more,
  })
  me.current_org_id = lab.id
  const spaces = [lab, personalSpace(me)]
  const app = await openApp({ me, path: '/spaces?tab=current', world: { spaces }, ...options })
  return { app, lab, me }
}

/** Opens one of the dialogs from the space's menu. */
export async function openFromMenu(item: string): Promise<Locator> {
  await page.getByRole('button', { name: 'More for Field Lab' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  return page.getByRole('dialog')
}

export const menuItems = (): string[] =>
  page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent)

export function member(of: { id: string; username: string }, more: Partial<Member> = {}): Member {
  return {
    user_id: of.id,
    username: of.username,
    full_name: null,
    role: 'member',
    joined_at: ago(),
    agent_count: 0,
    ...more,
  }
}

/** Responds to the list of members with `people`, which a test may change. */
export function answerMembers({ app }: Lab, people: Member[]): void {
  app.server.answer(spaceRoutes.members, () => ({
    total_members: people.length,
    members: people,
    next_cursor: null,
  }))
}

/** The stream announces a change of the space, without its data. */
export function announce(
  { app, lab }: Lab,
  action: 'updated' | 'role' | 'removed' | 'invites' | 'deleted',
): void {
  app.server.emit('space_update', { space_id: lab.id, at: ago(), action }, 1)
}
