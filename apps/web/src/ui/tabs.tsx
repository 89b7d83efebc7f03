import * as RadixTabs from 'radix-ui/tabs'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { cx } from './cx.ts'

export interface Tab<Value extends string> {
  value: Value
  label: string
  /** After the label, such as a count. */
  aside?: ReactNode
  content: ReactNode
}

interface Props<Value extends string> {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  tabs: readonly Tab<Value>[]
  className?: string
}

/** Tabs with their panels; on narrow screens the tab list scrolls horizontally. */
export function Tabs<Value extends string>({ label, value, onValueChange, tabs, className }: Props<Value>) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const list = row.current
    const selected = list?.querySelector('[data-state=active]')
    if (!list || !selected) return
    // a URL may open a tab that is scrolled out of view; this doesn't scroll the page itself
    const beyond = selected.getBoundingClientRect().right - list.getBoundingClientRect().right
    if (beyond > 0) list.scrollLeft += beyond
  }, [value])

  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next)
        if (tab) onValueChange(tab.value)
      }}
      className={className}
    >
      <RadixTabs.List
        ref={row}
        aria-label={label}
        className="flex gap-1 overflow-x-auto max-sm:gap-0 shadow-[inset_0_-1px_0_var(--line)] [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className={cx(
              'focus-inset inline-flex h-10 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2.5 text-nav max-sm:px-1.5 font-medium',
              'text-ink-2 transition-colors hover:text-ink data-[state=active]:border-spruce data-[state=active]:text-ink',
            )}
          >
            {tab.label}
            {tab.aside}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  )
}
