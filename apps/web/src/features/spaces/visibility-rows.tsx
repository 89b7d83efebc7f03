import type { Visibility } from '@flockwork/contract/spaces'
import type { ReactNode } from 'react'
import { strings } from '../../strings.ts'
import { RadioRows, type RadioRow } from '../../ui/radio-rows.tsx'

const words = strings.spaces
const VISIBILITIES: readonly Visibility[] = ['private', 'invite_only', 'public']

interface Props {
  value: Visibility | undefined
  onValueChange: (value: Visibility) => void
  /** The limits and remaining numbers of spaces of each kind; without them none are shown. */
  slots: { limits: Record<Visibility, number>; remaining: Record<Visibility, number> } | null
  /** What replaces the usual content of one row. */
  changesOf?: (visibility: Visibility) => Partial<RadioRow<Visibility>>
  /** The error of the choice. */
  children?: ReactNode
}

/** Who can join a space. */
export function VisibilityRows({ value, onValueChange, slots, changesOf, children }: Props) {
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium text-ink">{words.visibility}</span>
      <RadioRows
        label={words.visibility}
        value={value}
        onValueChange={onValueChange}
        rows={VISIBILITIES.map((one) => ({
          value: one,
          title: words.types[one],
          description: words.choices[one],
          ...(slots && { aside: words.slotsLeft(slots.remaining[one], slots.limits[one]) }),
          ...changesOf?.(one),
        }))}
      />
      {children}
    </div>
  )
}
