import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { search as words } from '../../strings/search.ts'
import { ChoiceList, type Choice } from '../../ui/choice-list.tsx'
import { Popover } from '../../ui/popover.tsx'
import { filterButtonClass } from './filter-button.ts'

interface Props {
  label: string
  filterLabel: string
  noMatch: string
  choices: readonly Choice[]
  selected: readonly string[]
  onChange: (selected: string[]) => void
}

/** A multi-select of names behind a button with their count. */
export function NamesMenu(props: Props) {
  const { label, selected } = props
  return (
    <Popover
      label={label}
      className="w-64 p-2"
      trigger={
        <button
          type="button"
          className={filterButtonClass(selected.length > 0)}
          aria-label={words.chosen(label, selected.length)}
        >
          {label}
          {selected.length > 0 && <span className="tabular">{selected.length}</span>}
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      }
    >
      <div className="flex max-h-88 min-h-0 flex-col">
        <Names {...props} />
      </div>
    </Popover>
  )
}

/** Mounted on each opening, so that its filter starts empty. */
function Names({ label, filterLabel, noMatch, choices, selected, onChange }: Props) {
  const [text, setText] = useState('')
  const criteria = text.trim().toLowerCase()
  // a name in the URL may no longer exist
  const missing = selected.filter((selectedName) => choices.every(({ name }) => name !== selectedName))
  const all: readonly Choice[] = [...missing.map((name) => ({ name })), ...choices]
  return (
    <ChoiceList
      label={label}
      choices={all.filter(({ name }) => name.toLowerCase().includes(criteria))}
      selected={selected}
      onSelect={onChange}
      box={{ placeholder: filterLabel, text, onText: setText }}
      none={noMatch}
    />
  )
}
