import { GUARDRAIL_MODES, type GuardrailMode } from '@flockwork/contract/guardrails'
import { useId } from 'react'
import { adminGuardrails as words } from '../../../strings/admin-guardrails.ts'

interface Props {
  /** Accessible name: what is switched. */
  label: string
  mode: GuardrailMode
  onMode: (mode: GuardrailMode) => void
  isBusy?: boolean
}

/** Block, report or off. */
export function ModeSwitch({ label, mode, onMode, isBusy = false }: Props) {
  const name = useId()
  return (
    <fieldset
      aria-label={label}
      aria-busy={isBusy || undefined}
      className="inline-flex shrink-0 gap-1 rounded-control border border-line bg-sunken p-1"
    >
      {GUARDRAIL_MODES.map((choice) => (
        <label
          key={choice}
          className="flex h-7 cursor-pointer items-center justify-center rounded-[6px] px-2 text-sm font-medium text-ink-2 transition-colors has-checked:bg-raised has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-2 has-focus-visible:outline-egg hover:text-ink touch:h-10 dark:has-checked:bg-line"
        >
          <input
            type="radio"
            name={name}
            value={choice}
            checked={choice === mode}
            onChange={() => onMode(choice)}
            className="sr-only"
          />
          {words.modes[choice]}
        </label>
      ))}
    </fieldset>
  )
}
