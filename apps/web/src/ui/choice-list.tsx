import { Check } from 'lucide-react'
import { useId, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { choiceList as words } from '../strings/choice-list.ts'
import { Button } from './button.tsx'
import { Input } from './input.tsx'

export interface Choice {
  readonly name: string
  /** The number of messages with it, if counted. */
  readonly count?: number
  /** Before the name. */
  readonly icon?: ReactNode
  /** The heading of its group; consecutive choices of the same group share it. */
  readonly group?: string
}

interface Props {
  /** The accessible name. */
  label: string
  choices: readonly Choice[]
  selected: readonly string[]
  onSelect: (names: string[]) => void
  /** The search box that filters the list, if any. */
  box?: { placeholder: string; text: string; onText: (text: string) => void }
  /** Shown when there are no choices. */
  none: string
}

/** A multi-select list. Arrow keys move, Space and Enter toggle. */
export function ChoiceList({ label, choices, selected, onSelect, box, none }: Props) {
  const list = useRef<HTMLDivElement>(null)

  function toggle(name: string) {
    onSelect(selected.includes(name) ? selected.filter((other) => other !== name) : [...selected, name])
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input')]
    const from = stops.indexOf(event.target as HTMLElement)
    stops[from + step]?.focus()
  }

  return (
    <div
      ref={list}
      role="group"
      aria-label={label}
      onKeyDown={move}
      className="flex min-h-0 flex-col gap-1.5"
    >
      {box && (
        <Input
          aria-label={box.placeholder}
          placeholder={box.placeholder}
          autoComplete="off"
          value={box.text}
          onChange={(event) => box.onText(event.target.value)}
          className="h-8! text-sm! touch:h-10! touch:text-[1rem]!"
        />
      )}
      <ul className="min-h-0 overflow-y-auto">
        {choices.map((choice, index) => (
          <li key={choice.name}>
            {choice.group !== undefined && choice.group !== choices[index - 1]?.group && (
              <p className="px-2 pt-2 pb-1 text-xs font-medium text-ink-3">{choice.group}</p>
            )}
            <Row
              choice={choice}
              isSelected={selected.includes(choice.name)}
              onToggle={() => toggle(choice.name)}
            />
          </li>
        ))}
      </ul>
      {choices.length === 0 && <p className="px-2 py-1.5 text-sm text-ink-3">{none}</p>}
      {selected.length > 0 && (
        <Button
          variant="quiet"
          size="sm"
          className="self-start"
          onClick={() => {
            onSelect([])
            // the button disappears when it has cleared the selection
            list.current?.querySelector('input')?.focus()
          }}
        >
          {words.clear}
        </Button>
      )}
    </div>
  )
}

interface RowProps {
  choice: Choice
  isSelected: boolean
  onToggle: () => void
}

function Row({ choice: { name, count, icon }, isSelected, onToggle }: RowProps) {
  const countId = useId()
  return (
    <label className="relative flex min-h-8 cursor-pointer items-center gap-2.5 rounded-[8px] px-2 text-sm select-none hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-egg touch:min-h-10 dark:hover:bg-line">
      <input
        type="checkbox"
        checked={isSelected}
        onChange={onToggle}
        onKeyDown={(event) => event.key === 'Enter' && onToggle()}
        aria-describedby={count === undefined ? undefined : countId}
        aria-label={name}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      {icon}
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {name}
      </span>
      {count !== undefined && (
        <span id={countId} className="tabular text-xs text-ink-3">
          <span aria-hidden="true">{count}</span>
          <span className="sr-only">{words.messages(count)}</span>
        </span>
      )}
      <Check size={16} aria-hidden="true" className={isSelected ? 'text-spruce' : 'invisible'} />
    </label>
  )
}
