import { rankOf, rarityOf, type Rarity } from '@flockwork/contract/policy/levels'
import { card as words } from '../../../strings/agents.ts'
import { EmblemDrawing } from './emblem-drawing.tsx'
import { emblemOf, type EmblemSettings } from './emblems.ts'

const RINGS: Record<Rarity, string> = {
  common: 'text-line-strong',
  rare: 'text-egg',
  epic: 'text-ember',
  legendary: 'text-beak',
  mythic: 'text-spruce',
}

interface Props {
  level: number
  /** The owner's choice of emblem (docs/rules/agents.md#levels). */
  settings: EmblemSettings
}

/** The level in a ring with the colour of its rarity; the rarest has a feather. */
export function LevelBadge({ level, settings }: Props) {
  const rarity = rarityOf(level)
  const label = `${words.level(level)}, ${rankOf(level)}, ${words.rarities[rarity]}`
  return (
    <span
      role="img"
      aria-label={label}
      data-tip={words.levelTip(label)}
      className="relative inline-flex shrink-0 items-center justify-center"
    >
      <svg
        viewBox="0 0 40 40"
        width="36"
        height="36"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinejoin="round"
        aria-hidden="true"
        className={RINGS[rarity]}
      >
        <EmblemDrawing {...emblemOf(settings)} />
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
