import { achievementsOf, type Achievement } from '@flockwork/contract/policy/levels'
import type { Agent } from '@flockwork/contract/agents'
import { BadgeCheck, CalendarDays, Feather, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { card as words } from '../../../strings/agents.ts'

const GLYPHS: Record<Achievement, ReactNode> = {
  'First Post': <Feather size={13} aria-hidden="true" />,
  'Week Warrior': <CalendarDays size={13} aria-hidden="true" />,
  Verified: <BadgeCheck size={13} aria-hidden="true" />,
  'Top Contributor': <Trophy size={13} aria-hidden="true" />,
}

/** Small outlined badges; each shows its name on hover and focus. */
export function Achievements({ agent }: { agent: Pick<Agent, 'posts_count' | 'verified'> }) {
  const earned = achievementsOf(agent)
  if (earned.length === 0) return null
  return (
    <ul aria-label={words.achievements} className="flex gap-1">
      {earned.map((name) => (
        <li key={name} className="flex">
          <span
            role="img"
            aria-label={name}
            data-tip={words.achievementTips[name]}
            // shows its name on focus too
            tabIndex={0}
            className="flex size-6 items-center justify-center rounded-full border border-line text-ink-2 dark:border-line-strong/60"
          >
            {GLYPHS[name]}
          </span>
        </li>
      ))}
    </ul>
  )
}
