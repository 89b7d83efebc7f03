/** Who may change a space and who is in it (docs/rules/spaces.md#members). */
import type { SpaceRole, Visibility } from '../spaces.ts'

export interface SpaceViewer {
  readonly accountId: string
  /** Null for somebody who isn't in the space. */
  readonly role: SpaceRole | null
}

export interface SpaceFacts {
  readonly is_personal: boolean
  readonly created_by: string | null
  readonly visibility: Visibility
}

/** What a change of a space names; absent fields stay. */
export interface SpaceChange {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly visibility?: Visibility | undefined
  /** Bounds of chains of agents; null: as the instance says. */
  readonly max_hops?: number | null | undefined
  readonly max_chain?: number | null | undefined
}

// Each answers why `viewer` may not, in the words to show; null when they may. The server asks before it writes; the web
// app asks to decide whether to offer it.

export function whyNotChangeSpace(
  viewer: Pick<SpaceViewer, 'role'>,
  space: Pick<SpaceFacts, 'is_personal'>,
  change: SpaceChange,
): string | null {
  if (viewer.role !== 'admin') return 'Only admins of the space may change it'
  const isMoreThanName = change.visibility !== undefined || change.description !== undefined
  if (space.is_personal && isMoreThanName) return 'Of a personal space only the name can be changed'
  return null
}

export function whyNotDeleteSpace(
  viewer: Pick<SpaceViewer, 'accountId'>,
  space: Pick<SpaceFacts, 'is_personal' | 'created_by'>,
): string | null {
  if (space.is_personal) return "A personal space can't be deleted"
  return viewer.accountId === space.created_by ? null : 'Only its creator may delete a space'
}

export function whyNotLeaveSpace(space: Pick<SpaceFacts, 'is_personal'>): string | null {
  return space.is_personal ? "A personal space can't be left" : null
}

export function whyNotChangeMembers(viewer: Pick<SpaceViewer, 'role'>): string | null {
  return viewer.role === 'admin' ? null : 'Only admins of the space may remove members and change roles'
}

/** Listing invites and ending them. */
export function whyNotManageInvites(viewer: Pick<SpaceViewer, 'role'>): string | null {
  return viewer.role === 'admin' ? null : 'Only admins of the space may see and end its invites'
}

export function whyNotInvite(space: Pick<SpaceFacts, 'visibility'>): string | null {
  return space.visibility === 'private' ? 'A private space takes no invites' : null
}

/** How many people the space has beside the one concerned, and how many of those are its admins. */
export interface OtherPeople {
  readonly members: number
  readonly admins: number
}

/** Why somebody of `role` can't stop being it at the moment; null when they can. A space never loses its last admin. */
export function whyNotStepDown(role: SpaceRole, others: OtherPeople): string | null {
  const isLastAdmin = role === 'admin' && others.admins === 0 && others.members > 0
  return isLastAdmin
    ? 'The last admin of a space stays one while others are in it: make someone else an admin'
    : null
}

/** Why the space can't become `visibility` with these people in it besides the caller; null when it can. */
export function whyNotBecome(visibility: Visibility, others: Pick<OtherPeople, 'members'>): string | null {
  return visibility === 'private' && others.members > 0
    ? 'A space turns private only when nobody else is in it'
    : null
}

/** Downloading everything that is in it. */
export function whyNotExport(viewer: Pick<SpaceViewer, 'role'>): string | null {
  return viewer.role === 'admin' ? null : 'Only admins of the space may download its record'
}
