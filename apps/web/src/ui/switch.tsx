import * as RadixSwitch from 'radix-ui/switch'
import { useId } from 'react'
import type { ReactNode } from 'react'

interface Props {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label: string
  hint?: ReactNode
  disabled?: boolean
}

/** A switch that takes effect at once. For a choice that is submitted with a form, use a checkbox. */
export function Switch({ checked, onCheckedChange, label, hint, disabled = false }: Props) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <label htmlFor={id} className="text-base font-medium text-ink">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-3">
            {hint}
          </p>
        )}
      </div>
      <RadixSwitch.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onCheckedChange}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-6 w-10 shrink-0 rounded-full bg-line-strong transition-colors hit-area data-[state=checked]:bg-spruce disabled:opacity-50"
      >
        <RadixSwitch.Thumb className="block size-4.5 translate-x-[3px] rounded-full bg-paper transition-transform data-[state=checked]:translate-x-[19px] dark:bg-on-spruce" />
      </RadixSwitch.Root>
    </div>
  )
}
