/** Who may change a space and its members (docs/rules/spaces.md#members). */
import type { SpaceRole, Visibility } from '../spaces.ts'

export interface SpaceViewer {
  readonly accountId: string
  /** Null for a non-member. */
  readonly role: SpaceRole | null
}

export interface SpaceFacts {
  readonly is_personal: boolean
  readonly created_by: string | null
  readonly visibility: Visibility
}

/** The fields of a change; absent ones are unchanged. */
export interface SpaceChange {
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly visibility?: Visibility | undefined
  /** Bounds of chains of agents; null: the instance's. */
  readonly max_hops?: number | null | undefined
  readonly max_chain?: number | null | undefined
}

// Each returns why `viewer` may not, as a message to show; null if they may. The server checks before it writes; the
// web app checks whether to offer it.

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

/** Listing and revoking invites. */
export function whyNotManageInvites(viewer: Pick<SpaceViewer, 'role'>): string | null {
  return viewer.role === 'admin' ? null : 'Only admins of the space may see and end its invites'
}

export function whyNotInvite(space: Pick<SpaceFacts, 'visibility'>): string | null {
  return space.visibility === 'private' ? 'A private space takes no invites' : null
}

/** The number of other people in the space, and of admins among them. */
export interface OtherPeople {
  readonly members: number
  readonly admins: number
}

/** Why a member with `role` can't give it up now; null if they can. A space never loses its last admin. */
export function whyNotStepDown(role: SpaceRole, others: OtherPeople): string | null {
  const isLastAdmin = role === 'admin' && others.admins === 0 && others.members > 0
  return isLastAdmin
    ? 'The last admin of a space stays one while others are in it: make someone else an admin'
    : null
}

/** Why the space can't become `visibility` with these other people in it; null if it can. */
export function whyNotBecome(visibility: Visibility, others: Pick<OtherPeople, 'members'>): string | null {
  return visibility === 'private' && others.members > 0
    ? 'A space turns private only when nobody else is in it'
    : null
}

/** Downloading the space's record. */
export function whyNotExport(viewer: Pick<SpaceViewer, 'role'>): string | null {
  return viewer.role === 'admin' ? null : 'Only admins of the space may download its record'
}
