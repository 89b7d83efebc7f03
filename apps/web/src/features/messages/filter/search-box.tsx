import { SEARCH_QUERY_MAX_CHARS } from '@flockwork/contract/limits'
import { Search, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { filterWords as words } from '../../../strings/filter.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'

interface Props {
  /** The current search. */
  query: string
  /** An empty text ends the search. */
  onSearch: (text: string) => void
}

/** Enter searches, Clear and Escape empty it. */
export function SearchBox({ query, onSearch }: Props) {
  const [text, setText] = useState(query)
  const [searched, setSearched] = useState(query)
  const box = useRef<HTMLInputElement>(null)
  if (searched !== query) {
    // the URL has changed
    setSearched(query)
    setText(query)
  }

  function clear() {
    setText('')
    onSearch('')
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
        onSearch(text.trim())
      }}
      className="min-w-40 flex-1 lg:max-w-65"
    >
      <Input
        ref={box}
        type="search"
        enterKeyHint="search"
        aria-label={words.search}
        placeholder={words.search}
        maxLength={SEARCH_QUERY_MAX_CHARS}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={escape}
        icon={<Search size={15} aria-hidden="true" />}
        end={
          text !== '' && (
            <IconButton
              size="sm"
              label={words.clearSearch}
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
