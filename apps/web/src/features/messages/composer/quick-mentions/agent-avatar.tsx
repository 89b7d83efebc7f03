import type { RosterItem } from '@flockwork/contract/spaces'
import { Avatar } from '../../../../ui/avatar.tsx'
import { avatarKind } from '../../context/author.ts'

export function AgentAvatar({ agent: { handle } }: { agent: RosterItem }) {
  return <Avatar username={handle} kind={avatarKind(handle, 'agent')} size={22} />
}
