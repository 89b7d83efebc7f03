import { Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { palette as words } from '../../strings/palette.ts'
import { CommandDialog } from '../../ui/command-dialog.tsx'
import { cx } from '../../ui/cx.ts'
import { findItems, GROUPS, type PaletteItem } from './palette-items.ts'
import { usePaletteItems, type PaletteActions } from './use-palette-items.tsx'
import { usePaletteTasks } from './use-palette-tasks.tsx'

interface Props extends PaletteActions {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The command palette: pages, spaces, people and actions, found by typing. */
export function Palette({ open, onOpenChange, ...acts }: Props) {
  return (
    <CommandDialog open={open} onOpenChange={onOpenChange} title={words.title}>
      <Finder acts={acts} onDone={() => onOpenChange(false)} />
    </CommandDialog>
  )
}

/** Remounted at each opening, so that it starts empty. */
function Finder({ acts, onDone }: { acts: PaletteActions; onDone: () => void }) {
  const listId = useId()
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const items = usePaletteItems(acts)
  const tasks = usePaletteTasks(query.trim())
  const found = findItems([...items, ...tasks], query)
  const active = found[Math.min(chosen, found.length - 1)]
  const idOf = (item: PaletteItem) => `${listId}-${item.id}`
  const activeId = active && idOf(active)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function choose(item: PaletteItem) {
    onDone()
    // after the dialog has released the focus: the action may take it
    setTimeout(item.run)
  }

  function press(event: KeyboardEvent) {
    // during IME composition the keys choose a candidate
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setChosen((from) => (Math.min(from, found.length - 1) + step + found.length) % found.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (active) choose(active)
    }
  }

  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search size={17} aria-hidden="true" className="text-ink-3" />
        <input
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={activeId}
          aria-autocomplete="list"
          aria-label={words.field}
          placeholder={words.field}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
          }}
          onKeyDown={press}
          className="h-13 min-w-0 flex-1 bg-transparent text-[1rem] text-ink outline-none"
        />
      </div>
      <div id={listId} role="listbox" aria-label={words.title} className="min-h-0 overflow-y-auto p-1.5">
        {GROUPS.map((group) => (
          <Group
            key={group}
            title={words.groups[group]}
            items={found.filter((item) => item.group === group)}
            active={active}
            idOf={idOf}
            onChoose={choose}
          />
        ))}
      </div>
      <p role="status" className={found.length === 0 ? 'px-4 pt-1 pb-5 text-base text-ink-2' : 'sr-only'}>
        {found.length === 0 ? words.none : ''}
      </p>
    </>
  )
}

interface GroupProps {
  title: string
  items: readonly PaletteItem[]
  active: PaletteItem | undefined
  idOf: (item: PaletteItem) => string
  onChoose: (item: PaletteItem) => void
}

function Group({ title, items, active, idOf, onChoose }: GroupProps) {
  const titleId = useId()
  if (items.length === 0) return null
  return (
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} role="presentation" className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-3">
        {title}
      </p>
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          id={idOf(item)}
          role="option"
          aria-selected={item === active}
          tabIndex={-1}
          // the field keeps the focus
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(item)}
          className={cx(
            'flex min-h-9 w-full items-center gap-3 rounded-control px-2.5 py-1.5 text-start text-base touch:min-h-11',
            item === active ? 'bg-sunken dark:bg-line' : 'hover:bg-sunken/60 dark:hover:bg-line/60',
          )}
        >
          <span aria-hidden="true" className="flex w-6 shrink-0 justify-center text-ink-2">
            {item.icon}
          </span>
          <span className="min-w-0 flex-1 truncate">{item.name}</span>
          {item.hint && <span className="shrink-0 text-xs text-ink-3 max-md:hidden">{item.hint}</span>}
          {item.keys && <span className="shrink-0 text-xs text-ink-3 no-keyboard:hidden">{item.keys}</span>}
        </button>
      ))}
    </div>
  )
}
