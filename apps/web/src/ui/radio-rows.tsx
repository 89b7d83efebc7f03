import * as RadixRadio from 'radix-ui/radio-group'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface RadioRow<Value extends string> {
  value: Value
  title: string
  description?: string
  /** At the row's right end, such as a count. */
  aside?: ReactNode
  disabled?: boolean
}

interface Props<Value extends string> {
  label: string
  value: Value | undefined
  onValueChange: (value: Value) => void
  rows: readonly RadioRow<Value>[]
  /** Side by side where there is room. */
  isWide?: boolean
}

/** A radio group whose options each have a sentence. Arrow keys change the selection. */
export function RadioRows<Value extends string>({
  label,
  value,
  onValueChange,
  rows,
  isWide = false,
}: Props<Value>) {
  return (
    <RadixRadio.Root
      aria-label={label}
      value={value ?? null}
      onValueChange={(next) => {
        const row = rows.find((candidate) => candidate.value === next)
        if (row) onValueChange(row.value)
      }}
      className={cx('flex flex-col gap-2', isWide && 'md:grid md:grid-cols-3')}
    >
      {rows.map((row) => (
        <RadixRadio.Item
          key={row.value}
          value={row.value}
          disabled={row.disabled ?? false}
          className={cx(
            'group flex items-start gap-3 rounded-panel border border-line bg-paper p-3.5 text-left transition-colors',
            'not-disabled:hover:border-line-strong data-[state=checked]:border-spruce data-[state=checked]:bg-spruce-soft/60',
          )}
        >
          <span className="mt-0.5 flex size-4.5 shrink-0 items-center justify-center rounded-full border border-line-strong bg-paper group-disabled:border-line group-data-[state=checked]:border-spruce">
            <RadixRadio.Indicator className="size-2.5 rounded-full bg-spruce" />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block text-base font-medium text-ink group-disabled:text-ink-3">
              {row.title}
            </span>
            {row.description && <span className="block text-sm text-ink-3">{row.description}</span>}
          </span>
          {row.aside && <span className="tabular shrink-0 text-sm text-ink-3">{row.aside}</span>}
        </RadixRadio.Item>
      ))}
    </RadixRadio.Root>
  )
}
