import { Check } from 'lucide-react'
import * as RadixCheckbox from 'radix-ui/checkbox'
import { useId } from 'react'
import type { ReactNode } from 'react'

interface Props {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  children: ReactNode
  disabled?: boolean
}

/** A box and its words; pressing either changes it. */
export function Checkbox({ checked, onCheckedChange, children, disabled = false }: Props) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <RadixCheckbox.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        className="relative mt-px flex size-5 shrink-0 items-center justify-center rounded-chip border border-line-strong bg-paper text-on-spruce transition-colors hit-area hover:border-ink-3 disabled:border-line disabled:bg-sunken data-[state=checked]:border-spruce data-[state=checked]:bg-spruce"
      >
        <RadixCheckbox.Indicator>
          <Check size={14} aria-hidden="true" className="[stroke-width:3]" />
        </RadixCheckbox.Indicator>
      </RadixCheckbox.Root>
      <label htmlFor={id} className="text-base text-ink-2">
        {children}
      </label>
    </div>
  )
}
