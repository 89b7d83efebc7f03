import { rankOf, rarityOf, type Rarity } from '@flockwork/contract/policy/levels'
import { card as words } from '../../../strings/agents.ts'
import { emblemOf, type Emblem } from './emblems.ts'

const RINGS: Record<Rarity, string> = {
  common: 'text-line-strong',
  rare: 'text-egg',
  epic: 'text-ember',
  legendary: 'text-beak',
  mythic: 'text-spruce',
}

const SHAPES: Record<Emblem, string> = {
  ring: 'M20 3.5a16.5 16.5 0 1 1 0 33 16.5 16.5 0 0 1 0-33Z',
  shield:
    'M20 3.5c4.2 2.6 8.8 3.9 14 4v11.2c0 8-5.2 14-14 17.8-8.8-3.8-14-9.8-14-17.8V7.5c5.2-.1 9.8-1.4 14-4Z',
  hexagon: 'M20 3.5 34.3 11.75v16.5L20 36.5 5.7 28.25v-16.5Z',
  leaf: 'M5.5 5.5h16c8.3 0 13 4.7 13 13v16h-16c-8.3 0-13-4.7-13-13Z',
}

interface Props {
  level: number
  /** Which drawing its owner chose (decisions 13.16). */
  theme: string | null
  size?: number
}

/** The level in a ring whose colour is its rarity; the rarest has a feather. */
export function LevelBadge({ level, theme, size = 36 }: Props) {
  const rarity = rarityOf(level)
  const label = `${words.level(level)}, ${rankOf(level)}, ${words.rarities[rarity]}`
  return (
    <span
      role="img"
      aria-label={label}
      data-tip={label}
      className="relative inline-flex shrink-0 items-center justify-center"
    >
      <svg
        viewBox="0 0 40 40"
        width={size}
        height={size}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinejoin="round"
        aria-hidden="true"
        className={RINGS[rarity]}
      >
        <path d={SHAPES[emblemOf(theme)]} />
        {rarity === 'mythic' && (
          <path d="M27.5 9.5c4-5 8-6.5 11-6.5-.4 3.8-2.6 7.2-7.5 9.2M26 13l7-6" strokeWidth="1.8" />
        )}
      </svg>
      <span aria-hidden="true" className="tabular absolute text-xs font-semibold text-ink">
        {level}
      </span>
    </span>
  )
}
