import { detailOf } from '../../api/api-error.ts'
import { search as words } from '../../strings/search.ts'
import { FailurePanel } from '../../ui/failure-panel.tsx'
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

/** Why the server's search failed, and where the results below are from instead (docs/rules/search.md#fallback). */
export function SearchFailure({ error, source, heldCount, onRetry }: Props) {
  const isOnline = useOnline()
  return (
    <FailurePanel
      title={isOnline ? words.failed : `${words.failed}. ${words.offline}`}
      text={textOf(error, source, heldCount)}
      isMild={source === 'browser' && heldCount > 0}
      onRetry={onRetry}
      className="mb-3"
    />
  )
}

function textOf(error: Error, source: Search['source'], heldCount: number): string {
  if (isRefusal(error)) return detailOf(error, '')
  if (source === 'server') return words.older
  return heldCount > 0 ? words.fromBrowser(heldCount) : words.noneHeld
}
