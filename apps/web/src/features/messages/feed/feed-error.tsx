import { CircleAlert } from 'lucide-react'
import { strings } from '../../../strings.ts'
import { Button } from '../../../ui/button.tsx'

interface Props {
  title: string
  text?: string
  onRetry?: () => void
}

/** Why messages are missing, over those that are there. */
export function FeedError({ title, text, onRetry }: Props) {
  return (
    <div
      role="alert"
      className="mx-4 my-3 flex items-center gap-3 rounded-panel bg-rose-soft px-4 py-3 md:mx-6"
    >
      <CircleAlert size={18} aria-hidden="true" className="text-rose" />
      <div className="min-w-0 flex-1">
        <p className="text-nav font-semibold">{title}</p>
        {text && <p className="text-sm text-ink-2">{text}</p>}
      </div>
      {onRetry && (
        <Button size="chip" onClick={onRetry}>
          {strings.ui.tryAgain}
        </Button>
      )}
    </div>
  )
}
