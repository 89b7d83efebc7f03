import { messageProblem, normaliseMessage } from '@flockwork/contract/text/message-text'
import type { Message } from '@flockwork/contract/messages'
import { useEffect, useRef, useState } from 'react'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { useFeedActs } from './feed-context.ts'
import { MessageField, type FieldHandle } from './message-field.tsx'
import { ProblemNotice } from './problem-notice.tsx'
import { replyDraft, useDraft } from './use-draft.ts'

const words = strings.messages

interface Props {
  parent: Message
  spaceId: string
}

/** The small composer below a message. It begins with the author's name, and keeps its text as a draft. */
export function ReplyBox({ parent, spaceId }: Props) {
  const acts = useFeedActs()
  const draft = useDraft(replyDraft(parent.id))
  const start = `@${parent.username} `
  const [text, setText] = useState(draft.text || start)
  const field = useRef<FieldHandle>(null)
  const problem = messageProblem(normaliseMessage(text))
  const isEmpty = problem?.code === 'empty' || normaliseMessage(text) === start.trim()

  useEffect(() => field.current?.focusAtEnd(), [])

  function change(next: string) {
    setText(next)
    draft.setText(next === start ? '' : next)
  }

  function send() {
    if (problem || isEmpty) return
    draft.clear()
    acts.send(normaliseMessage(text), parent)
    acts.closeReply()
  }

  function cancel() {
    draft.clear()
    acts.closeReply()
  }

  return (
    <form
      className="mt-1 mb-2 me-4 max-w-180 rounded-panel border border-ember bg-raised shadow-1 outline-egg has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 md:me-6"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {problem && problem.code !== 'empty' && <ProblemNotice title={problem.title} text={problem.text} />}
      <MessageField
        ref={field}
        spaceId={spaceId}
        value={text}
        onChange={change}
        onSend={send}
        onEscape={cancel}
        label={words.replyTo(parent.username)}
        placeholder={words.replyPlaceholder}
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        <span className="min-w-0 flex-1 truncate ps-1.5 text-xs text-ink-3 max-sm:invisible">
          {words.replyHint}
        </span>
        <Button variant="quiet" size="sm" onClick={cancel}>
          {words.cancel}
        </Button>
        <Button variant="ember" size="sm" type="submit" disabled={isEmpty}>
          {words.send}
        </Button>
      </div>
    </form>
  )
}
