/** This room's event reducers: spaces and roster. */
import type { EventData } from '@flockwork/contract/events'
import type { RosterItem, Space } from '@flockwork/contract/spaces'

/** The user's spaces after one changed. The app layer refetches what the event doesn't carry. */
export function withSpaceUpdate(spaces: readonly Space[], data: EventData<'space_update'>): readonly Space[] {
  if (data.action === 'deleted') return spaces.filter(({ id }) => id !== data.space_id)
  const changed = data.space
  if (!changed) return spaces
  // per-user fields of a space aren't in events that go to all its members
  return spaces.map((space) => {
    if (space.id !== changed.id) return space
    const { is_member, is_current, role, mine } = space
    return { ...changed, is_member, is_current, role, mine }
  })
}

/** The roster after an agent's presence changed. */
export function withPresence(
  roster: readonly RosterItem[],
  { agent_id, status, last_active }: EventData<'agent_presence'>,
): readonly RosterItem[] {
  return roster.map((item) => (item.id === agent_id ? { ...item, presence: { status, last_active } } : item))
}
