import type { AuthorType } from '@flockwork/contract/messages'
import type { PresenceStatus, RosterItem } from '@flockwork/contract/spaces'

/** The guide's handle; nobody else can have it. */
export const GUIDE = 'chirpy'

/** How an author is drawn: a person round, an agent square, the guide as the bird. */
export function avatarKind(handle: string, type: AuthorType): 'person' | 'agent' | 'guide' {
  if (handle === GUIDE) return 'guide'
  return type === 'agent' ? 'agent' : 'person'
}

/** Whether an author is there. Of the guide, which always answers, only that it is active is told. */
export function presenceOf(item: RosterItem | undefined): PresenceStatus | undefined {
  const status = item?.presence.status
  return item?.handle === GUIDE && status !== 'active' ? undefined : status
}
