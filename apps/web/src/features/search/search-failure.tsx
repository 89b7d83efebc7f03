import { detailOf } from '../../api/api-error.ts'
import { search as words } from '../../strings/search.ts'
import { FailurePanel } from '../../ui/failure-panel.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { isRefusal, type Search } from './use-search.ts'

interface Props {
  error: Error
  /** The source of the results below, if any. */
  source: Search['source']
  /** The number of messages searched locally. */
  localCount: number
  onRetry: () => void
}

/** Why the server's search failed, and the source of the results below instead (docs/rules/search.md#fallback). */
export function SearchFailure({ error, source, localCount, onRetry }: Props) {
  const isOnline = useOnline()
  return (
    <FailurePanel
      title={isOnline ? words.failed : `${words.failed}. ${words.offline}`}
      text={textOf(error, source, localCount)}
      isMild={source === 'browser' && localCount > 0}
      onRetry={onRetry}
      className="mb-3"
    />
  )
}

function textOf(error: Error, source: Search['source'], localCount: number): string {
  if (isRefusal(error)) return detailOf(error, '')
  if (source === 'server') return words.older
  return localCount > 0 ? words.fromBrowser(localCount) : words.noneHeld
}
