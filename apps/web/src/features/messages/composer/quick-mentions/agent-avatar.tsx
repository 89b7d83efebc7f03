import type { RosterItem } from '@flockwork/contract/spaces'
import { Avatar } from '../../../../ui/avatar.tsx'
import { avatarKind } from '../../context/author.ts'

interface Props {
  agent: RosterItem
  /** Ids of recently active agents; the others are grey. */
  coloured: ReadonlySet<string>
}

export function AgentAvatar({ agent: { id, handle }, coloured }: Props) {
  const color = coloured.has(id) ? undefined : 'gray'
  return <Avatar username={handle} kind={avatarKind(handle, 'agent')} size={22} color={color} />
}
