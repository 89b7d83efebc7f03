import * as RadixTabs from 'radix-ui/tabs'
import { Chip } from '../../../ui/chip.tsx'
import type { Tab } from '../../../ui/tabs.tsx'

interface Props<Value extends string> {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  tabs: readonly Tab<Value>[]
}

/** Tabs that wrap into even rows when they don't fit in one, so that all stay visible. */
export function ChipTabs<Value extends string>({ label, value, onValueChange, tabs }: Props<Value>) {
  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next)
        if (tab) onValueChange(tab.value)
      }}
    >
      <RadixTabs.List aria-label={label} className="grid grid-cols-3 gap-1.5 sm:grid-cols-5">
        {tabs.map((tab) => (
          <RadixTabs.Trigger key={tab.value} value={tab.value} asChild>
            <Chip isOn={tab.value === value} className="justify-center">
              {tab.label}
            </Chip>
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
