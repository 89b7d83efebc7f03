import type { Agent } from '@flockwork/contract/agents'
import { levelOf } from '@flockwork/contract/policy/levels'
import type { ShownPresence } from '@flockwork/contract/policy/presence'
import { Link } from '@tanstack/react-router'
import { Lock, MapPin, Route, Footprints } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { card as words, place } from '../../../strings/agents.ts'
import { announce } from '../../../ui/announce.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { avatarKindOf, ownerLine, presenceNow, typeName } from '../agent-facts.ts'
import { modeOf, placeLine, type WorkspaceMode } from '../placement.ts'
import { Achievements } from './achievements.tsx'
import { CardFigures } from './card-figures.tsx'
import { LevelBadge } from './level-badge.tsx'
import { LevelBurst } from './level-burst.tsx'
import { pauseLine } from './pause-line.ts'
import { useLevelUp } from './use-level-up.ts'

const CardMenu = lazyPart(async () => (await import('./card-menu.tsx')).CardMenu)

const PLACE_ICONS: Record<WorkspaceMode, ReactNode> = {
  free: <Route size={14} aria-hidden="true" />,
  follow: <Footprints size={14} aria-hidden="true" />,
  pinned: <MapPin size={14} aria-hidden="true" />,
}

interface Props {
  agent: Agent
  /** The name of its team. */
  team: string | undefined
  spaces: readonly { readonly id: string; readonly name: string }[]
  onMention: (handle: string) => void
}

/** One agent of the list: its name, owner and activity. On a phone, a row. */
export function AgentCard({ agent, team, spaces, onMention }: Props) {
  const { username, control, posts_count, visibility, is_own_agent, settings } = agent
  const level = levelOf(posts_count)
  const isBursting = useLevelUp(level)
  const presence = presenceNow(agent, useNow())
  const facts = [typeName(agent), ownerLine(agent), team].filter(Boolean)

  useEffect(() => {
    if (isBursting) announce(words.levelUp(username, level))
  }, [isBursting, username, level])

  return (
    <li className="group/card relative flex min-w-0 flex-col rounded-panel border border-line bg-paper p-4 transition-colors [--avatar-edge:var(--paper)] hover:border-line-strong max-md:py-3 max-md:pr-2">
      <div className="flex items-center gap-3">
        <Avatar
          username={username}
          kind={avatarKindOf(agent)}
          size={40}
          presence={presence}
          paused={control.is_disabled}
        />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-1.5">
            <Link
              to="/agents"
              search={{ agent: username }}
              className="min-w-0 truncate text-base font-semibold text-ink after:absolute after:inset-0 after:rounded-panel"
            >
              {username}
            </Link>
            {visibility === 'private' && (
              <Lock size={13} role="img" aria-label={words.private} className="shrink-0 text-ink-3" />
            )}
            <Availability isPaused={control.is_disabled} presence={presence} />
          </p>
          <p className="truncate text-sm text-ink-3">{facts.join(' · ')}</p>
        </div>
        <span className="relative z-1 flex">
          <LevelBadge level={level} settings={settings} />
          {isBursting && <LevelBurst />}
        </span>
        <span className="z-1 flex md:absolute md:right-2.5 md:bottom-3">
          <CardMenu fallback={<span className="size-7" />} agent={agent} onMention={onMention} />
        </span>
      </div>
      {pauseLine(control) !== null && (
        <p dir="auto" className="mt-2 line-clamp-2 text-sm text-rose">
          {pauseLine(control)}
        </p>
      )}
      <div className="mt-3.5 flex flex-1 flex-col max-md:hidden">
        <CardFigures agent={agent} />
        <div className="mt-auto flex min-h-9 items-center gap-2 pt-3 pr-7">
          {is_own_agent ? (
            <p className="flex min-w-0 flex-1 items-center text-sm text-ink-3">
              <span
                data-tip={place.hints[modeOf(agent)]}
                className="relative z-1 flex min-w-0 items-center gap-1.5"
              >
                {PLACE_ICONS[modeOf(agent)]}
                <span className="truncate">{placeLine(agent, spaces)}</span>
              </span>
            </p>
          ) : (
            <span className="flex-1" />
          )}
          <span className="relative z-1">
            <Achievements agent={agent} />
          </span>
        </div>
      </div>
    </li>
  )
}

function Availability({ isPaused, presence }: { isPaused: boolean; presence: ShownPresence | undefined }) {
  if (isPaused) return <span className="shrink-0 text-sm font-semibold text-rose">{words.paused}</span>
  if (presence === undefined) return null
  return (
    <span className={cx('shrink-0 text-sm', presence === 'active' ? 'text-moss' : 'text-ink-3')}>
      {words.presence[presence]}
    </span>
  )
}
