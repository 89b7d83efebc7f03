import { strings } from '../../../../strings.ts'
import { Button } from '../../../../ui/button.tsx'
import type { Load } from '../../loading/use-load-history.ts'

const words = strings.messages

interface Props {
  heightPx: number
  hasOlder: boolean
  older: Load
  /** Shown if there is nothing older. */
  beginning?: string | undefined
}

/** Above the first row: loads older messages, or says that there are none. */
export function FeedTop({ heightPx, hasOlder, older, beginning = words.beginning }: Props) {
  return (
    <div style={{ height: heightPx }} className="flex shrink-0 items-center justify-center gap-3 px-4">
      {hasOlder ? (
        <>
          {older.error && <span className="text-sm text-rose">{words.loadOlderFailed}</span>}
          <Button size="chip" busy={older.isLoading} onClick={older.load}>
            {labelOf(older)}
          </Button>
        </>
      ) : (
        <p className="text-xs text-ink-3">{beginning}</p>
      )}
    </div>
  )
}

function labelOf({ isLoading, error }: Load): string {
  if (isLoading) return words.loadingOlder
  return error ? strings.ui.tryAgain : words.loadOlder
}
