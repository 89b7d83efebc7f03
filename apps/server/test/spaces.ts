/** Making spaces and inviting into them, one call at a time. */
import type { Person } from './people.ts'

/** @returns the id of a new space that others may be invited to; it isn't yet its maker's current one. */
export async function sharedSpace(owner: Person, name = 'Field Lab'): Promise<string> {
  const space = await owner.api.spaces.create({ body: { name, visibility: 'invite_only' } })
  return space.id
}

export function inviteTo(
  member: Person,
  id: string,
  body: { max_uses?: number; expires_hours?: number } = {},
) {
  return member.api.spaces.invite({ params: { id }, body })
}
