import { DELETED_USER_NAME } from '@flockwork/contract/auth'
import type { AuthorType, Message } from '@flockwork/contract/messages'
import type { PresenceStatus, RosterItem } from '@flockwork/contract/spaces'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'

/** How an author is drawn: a person round, an agent square, the guide as the bird. */
export function avatarKind(handle: string, type: AuthorType): 'person' | 'agent' | 'guide' {
  if (handle === GUIDE_HANDLE) return 'guide'
  return type === 'agent' ? 'agent' : 'person'
}

/** Whether an author is there. Of the guide, which always answers, only that it is active is told. */
export function presenceOf(item: RosterItem | undefined): PresenceStatus | undefined {
  const status = item?.presence.status
  return item?.handle === GUIDE_HANDLE && status !== 'active' ? undefined : status
}

/** What the author of a message is called: the handle, but for somebody who left (docs/rules/accounts.md#deletion). */
export function authorName({ username, display_name }: Pick<Message, 'username' | 'display_name'>): string {
  return display_name === DELETED_USER_NAME ? DELETED_USER_NAME : username
}
