import { Search, X } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from './icon-button.tsx'
import { Input } from './input.tsx'

interface Props {
  /** The field's accessible name and placeholder. */
  label: string
  clearLabel: string
  maxLength: number
  /** The current query; the text is updated when it changes. */
  search: string
  /** Called with the trimmed text; an empty text ends the search. */
  onSearch: (text: string) => void
  /** The debounce for searching while typing. */
  delayMs?: number
}

/** A search box: Enter searches, Clear and Escape empty it. */
export function SearchBox({ label, clearLabel, maxLength, search, onSearch, delayMs }: Props) {
  const [text, setText] = useState(search)
  const [shown, setShown] = useState(search)
  const [sent, setSent] = useState(search)
  const box = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  if (shown !== search) {
    setShown(search)
    // a query that this box submitted must not reset the text, which may have changed meanwhile
    if (search !== sent) {
      setSent(search)
      setText(search)
    }
  }

  function submit(next: string) {
    clearTimeout(timer.current)
    setSent(next.trim())
    if (next.trim() !== search) onSearch(next.trim())
  }

  function type(next: string) {
    setText(next)
    clearTimeout(timer.current)
    if (delayMs !== undefined) timer.current = setTimeout(() => submit(next), delayMs)
  }

  function clear() {
    setText('')
    submit('')
    box.current?.focus()
  }

  function escape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || text === '') return
    event.preventDefault()
    clear()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit(text)
      }}
      className="min-w-40 flex-1 lg:max-w-65"
    >
      <Input
        ref={box}
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={escape}
        icon={<Search size={15} aria-hidden="true" />}
        end={
          text !== '' && (
            <IconButton
              size="sm"
              label={clearLabel}
              icon={<X size={15} aria-hidden="true" />}
              onClick={clear}
            />
          )
        }
        className="h-8! text-sm! touch:h-10! touch:text-[1rem]! [&::-webkit-search-cancel-button]:hidden"
      />
    </form>
  )
}
