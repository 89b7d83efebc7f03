import { DELETED_USER_NAME } from '@flockwork/contract/auth'
import type { AuthorType, Message } from '@flockwork/contract/messages'
import { GUIDE_HANDLE } from '@flockwork/contract/text/handles'

export function avatarKind(handle: string, type: AuthorType): 'person' | 'agent' | 'guide' {
  if (handle === GUIDE_HANDLE) return 'guide'
  return type === 'agent' ? 'agent' : 'person'
}

/** The author's handle, or the name of a deleted account (docs/rules/accounts.md#deletion). */
export function authorName({ username, display_name }: Pick<Message, 'username' | 'display_name'>): string {
  return display_name === DELETED_USER_NAME ? DELETED_USER_NAME : username
}
