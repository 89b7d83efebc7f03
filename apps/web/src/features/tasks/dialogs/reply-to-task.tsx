import type { Message } from '@flockwork/contract/messages'
import { messageProblem, normaliseMessage } from '@flockwork/contract/text/message-text'
import { useState } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { announce } from '../../../ui/announce.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { MessageField, replyDraft, useDraft } from '../../messages/index.ts'
import { createAttempts } from '../../../api/attempts.ts'
import { violationText } from '../actions/failures.ts'

interface Props {
  rootId: string
  spaceId: string
  onReplied: (reply: Message) => void
}

/** A reply to the task's announcement. It shares its draft with the same reply in the feed, until it is sent. */
export function ReplyToTask({ rootId, spaceId, onReplied }: Props) {
  const { api } = useServices()
  const draft = useDraft(replyDraft({ id: rootId, thread_root_id: null }))
  const [attempt] = useState(() => createAttempts())
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const content = normaliseMessage(draft.text)
  const problem = messageProblem(content)
  const isEmpty = problem?.code === 'empty'

  async function send() {
    if (problem || isSending) return
    setSending(true)
    setFailure(null)
    try {
      const params = { id: rootId }
      const body = { content }
      const { message } = await attempt(['reply', rootId, content], (key) =>
        api.messages.reply({ params, body, key }),
      )
      draft.clear()
      // a text of only emoji is a reaction to the announcement
      announce(message === null ? words.reacted : words.replied)
      if (message !== null) onReplied(message)
    } catch (error) {
      setFailure(violationText(error) ?? detailOf(error, words.replyFailed))
    } finally {
      setSending(false)
    }
  }

  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <FailureNote message={problem && !isEmpty ? problem.text : failure} />
      <div className="rounded-panel border border-line-strong bg-raised outline-egg has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2">
        <MessageField
          ref={null}
          spaceId={spaceId}
          value={draft.text}
          onChange={(text) => {
            draft.setText(text)
            setFailure(null)
          }}
          onSend={() => void send()}
          isReadOnly={isSending}
          isInvalid={problem !== null && !isEmpty}
          label={words.replyLabel}
          placeholder={words.replyPlaceholder}
        />
        <div className="flex justify-end px-2 pb-2">
          <Button size="sm" type="submit" busy={isSending} disabled={isEmpty}>
            {isSending ? words.replying : words.reply}
          </Button>
        </div>
      </div>
    </form>
  )
}
