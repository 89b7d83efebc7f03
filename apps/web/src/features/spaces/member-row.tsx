import type { Member, SpaceRole } from '@flockwork/contract/spaces'
import { Ellipsis, ShieldCheck, User, UserMinus } from 'lucide-react'
import { strings } from '../../strings.ts'
import { runningSpaces } from '../../strings/running-spaces.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const words = strings.spaces

export interface MemberActs {
  changeRole: (member: Member, role: SpaceRole) => void
  remove: (member: Member) => void
}

interface Props {
  member: Member
  isYou: boolean
  /** The viewer's permissions on members; null for none. */
  acts: MemberActs | null
  isBusy: boolean
}

/** A person of the space, and the admins' actions on them. */
export function MemberRow({ member, isYou, acts, isBusy }: Props) {
  const { username, full_name, role, joined_at, agent_count } = member
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
      <Avatar username={username} kind="person" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate text-base font-semibold">{username}</span>
          {isYou && <span className="text-sm text-ink-3">{words.you}</span>}
          {role === 'admin' && <Badge tone="spruce">{words.roles.admin}</Badge>}
        </p>
        <p className="truncate text-sm text-ink-3">
          {full_name && `${full_name} · `}
          {words.joined} <RelativeTime at={joined_at} />
        </p>
      </div>
      {agent_count > 0 && (
        <p className="tabular shrink-0 text-sm text-ink-3">{runningSpaces.agentCount(agent_count)}</p>
      )}
      {isBusy && <Spinner />}
      {acts && <MemberMenu member={member} isYou={isYou} acts={acts} />}
    </li>
  )
}

function MemberMenu({ member, isYou, acts }: { member: Member; isYou: boolean; acts: MemberActs }) {
  const label = runningSpaces.memberActions(member.username)
  const isAdmin = member.role === 'admin'
  // for oneself, use Leave
  if (isYou && !isAdmin) return null
  return (
    <Menu trigger={<IconButton label={label} icon={<Ellipsis size={17} />} />}>
      {isAdmin ? (
        <MenuItem
          icon={<User size={16} aria-hidden="true" />}
          onSelect={() => acts.changeRole(member, 'member')}
        >
          {isYou ? runningSpaces.stepDown : runningSpaces.makeMember}
        </MenuItem>
      ) : (
        <MenuItem
          icon={<ShieldCheck size={16} aria-hidden="true" />}
          onSelect={() => acts.changeRole(member, 'admin')}
        >
          {runningSpaces.makeAdmin}
        </MenuItem>
      )}
      {!isYou && (
        <>
          <MenuSeparator />
          <MenuItem
            icon={<UserMinus size={16} aria-hidden="true" />}
            tone="danger"
            onSelect={() => acts.remove(member)}
          >
            {runningSpaces.remove}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
