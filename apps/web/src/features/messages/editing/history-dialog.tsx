import type { Message } from '@flockwork/contract/messages'
import { useQuery } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { messageWindows as windowWords } from '../../../strings/message-windows.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { fullTime } from '../../../ui/format-time.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { rowOf } from '../context/row-elements.ts'
import { MessageBody } from '../markdown/message-body.tsx'
import { messageKeys } from '../state/keys.ts'

const words = strings.messages
const NOBODY: ReadonlySet<string> = new Set()

interface Props {
  message: Message
  isOpen: boolean
  onClose: () => void
}

/** Earlier versions of a message, for its author and administrators. */
export function HistoryDialog({ message, isOpen, onClose }: Props) {
  const { api } = useServices()
  const { id, edit_count } = message
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: messageKeys.versions(id, edit_count),
    queryFn: () => api.messages.versions({ params: { id } }),
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const versions = data?.versions.toReversed() ?? []

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={words.history}
      description={windowWords.historyHint}
      returnTo={() => rowOf(id)}
    >
      {isPending && <p className="text-base text-ink-3">{windowWords.historyLoading}</p>}
      {isError && <LoadFailure isLine text={windowWords.historyFailed} onRetry={() => void refetch()} />}
      {data && versions.length === 0 && <p className="text-base text-ink-3">{windowWords.historyEmpty}</p>}
      <ol className="flex flex-col divide-y divide-line">
        {versions.map(({ content, edited_at, edited_by }) => (
          <li key={edited_at} className="flex flex-col gap-1 py-3 first:pt-0">
            <MessageBody id={`version-${edited_at}`} text={content} handles={NOBODY} />
            <p className="text-xs text-ink-3">
              {windowWords.replacedBy(edited_by)} ·{' '}
              <time dateTime={edited_at}>{fullTime(new Date(edited_at))}</time>
            </p>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
