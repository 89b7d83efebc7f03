import { TEAM_COLORS, type TeamColor } from '@flockwork/contract/teams'
import { Check } from 'lucide-react'
import { teams as words } from '../../../strings/teams.ts'
import { TeamDot } from './team-dot.tsx'

interface Props {
  value: TeamColor
  onValueChange: (color: TeamColor) => void
}

/** One of the nine colours of a team. */
export function ColorChoice({ value, onValueChange }: Props) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">
        {words.color} <span className="font-normal text-ink-3">{words.colors[value]}</span>
      </legend>
      <div className="flex max-w-90">
        {TEAM_COLORS.map((color) => (
          <label
            key={color}
            data-tip={words.colors[color]}
            className="relative flex h-9 flex-1 cursor-pointer items-center justify-center rounded-full hover:bg-sunken has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-egg touch:h-10 dark:hover:bg-line dark:has-checked:bg-line"
          >
            <input
              type="radio"
              name="team-color"
              aria-label={words.colors[color]}
              checked={color === value}
              onChange={() => onValueChange(color)}
              className="sr-only"
            />
            <TeamDot color={color} className="size-6" />
            {color === value && (
              <Check size={14} aria-hidden="true" strokeWidth={2.6} className="absolute text-raised" />
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
