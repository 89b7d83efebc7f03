import { CircleAlert } from 'lucide-react'
import { detailOf } from '../../api/api-error.ts'
import { search as words } from '../../strings/search.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useOnline } from '../../ui/use-online.ts'
import { isRefusal, type Search } from './use-search.ts'

interface Props {
  error: Error
  /** Where the results below are from, if there are any. */
  source: Search['source']
  /** How many messages the browser looked through itself. */
  heldCount: number
  onRetry: () => void
}

/** Why the server's search failed, and where the results below are from instead (decisions 13.7). */
export function SearchFailure({ error, source, heldCount, onRetry }: Props) {
  const isOnline = useOnline()
  const isFromBrowser = source === 'browser' && heldCount > 0
  const text = textOf(error, source, heldCount)
  return (
    <div
      role="alert"
      className={cx(
        'mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-panel px-4 py-3',
        isFromBrowser ? 'bg-straw-soft' : 'bg-rose-soft',
      )}
    >
      <CircleAlert size={18} aria-hidden="true" className={isFromBrowser ? 'text-straw' : 'text-rose'} />
      <div className="min-w-56 flex-1">
        <p className="text-nav font-semibold">
          {isOnline ? words.failed : `${words.failed}. ${words.offline}`}
        </p>
        {text !== '' && <p className="text-sm text-ink-2">{text}</p>}
      </div>
      <Button size="chip" onClick={onRetry}>
        {strings.ui.tryAgain}
      </Button>
    </div>
  )
}

function textOf(error: Error, source: Search['source'], heldCount: number): string {
  if (isRefusal(error)) return detailOf(error, '')
  if (source === 'server') return words.older
  return heldCount > 0 ? words.fromBrowser(heldCount) : words.noneHeld
}
