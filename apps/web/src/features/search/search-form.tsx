import { SEARCH_QUERY_MAX_CHARS } from '@flockwork/contract/limits'
import { Search, X } from 'lucide-react'
import type { RefObject } from 'react'
import { search as words } from '../../strings/search.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'

interface Props {
  box: RefObject<HTMLInputElement | null>
  typed: string
  onType: (text: string) => void
  onRun: () => void
  onClear: () => void
  onHide: () => void
  /** Moves the focus into the results, if any. */
  onDown: () => void
  isLoading: boolean
  /** No query, agent or channel to search for. */
  isEmpty: boolean
}

/** The search box and its button. Enter searches, Escape hides the results (docs/rules/search.md#queries). */
export function SearchForm({
  box,
  typed,
  onType,
  onRun,
  onClear,
  onHide,
  onDown,
  isLoading,
  isEmpty,
}: Props) {
  return (
    <form
      role="search"
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onRun()
      }}
    >
      <div className="min-w-0 flex-1">
        <Input
          ref={box}
          type="search"
          aria-label={words.box}
          placeholder={words.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={SEARCH_QUERY_MAX_CHARS}
          icon={<Search size={16} aria-hidden="true" />}
          end={
            typed !== '' && (
              <IconButton size="sm" label={words.clear} icon={<X size={15} />} onClick={onClear} />
            )
          }
          className="[&::-webkit-search-cancel-button]:hidden"
          dir="auto"
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Escape') {
              // the browser would clear the box
              event.preventDefault()
              onHide()
            } else if (event.key === 'Enter') {
              // not by the button, which is disabled during another search
              event.preventDefault()
              if (!isEmpty) onRun()
            } else if (event.key === 'ArrowDown') {
              event.preventDefault()
              onDown()
            }
          }}
        />
      </div>
      <Button type="submit" variant="primary" className="min-w-24" disabled={isEmpty} busy={isLoading}>
        {words.search}
      </Button>
    </form>
  )
}
