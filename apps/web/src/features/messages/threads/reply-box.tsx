import { DELETED_USER_NAME } from '@flockwork/contract/auth'
import type { Message } from '@flockwork/contract/messages'
import { messageProblem } from '@flockwork/contract/text/message-text'
import { reactionOf } from '@flockwork/contract/text/reactions'
import { useEffect, useRef, useState } from 'react'
import { strings } from '../../../strings.ts'
import { Button } from '../../../ui/button.tsx'
import { useWhyNoReplies } from '../channels/use-channels.ts'
import { useFeedActions, useFeedFacts, type Refusal } from '../context/feed-context.ts'
import { rowOf } from '../context/row-elements.ts'
import { replyDraft } from '../drafts/reply-drafts.ts'
import { useDraft } from '../drafts/use-draft.ts'
import { MessageField, type FieldHandle } from '../text-field/message-field.tsx'
import { ProblemNotice, ViolationNotice } from '../text-field/problem-notice.tsx'
import { replyContent } from './reply-content.ts'

const words = strings.messages

interface Props {
  parent: Message
  spaceId: string
}

/**
 * The small composer below a message. It begins with a mention of the author, unless that is the viewer or a deleted
 * account, and keeps its text as a draft until it is sent.
 */
export function ReplyBox({ parent, spaceId }: Props) {
  const actions = useFeedActions()
  const { viewerId } = useFeedFacts()
  const draft = useDraft(replyDraft(parent))
  const isMentioning = parent.author_id !== viewerId && parent.display_name !== DELETED_USER_NAME
  const start = isMentioning ? `@${parent.username} ` : ''
  const [text, setText] = useState(draft.text || start)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const field = useRef<FieldHandle>(null)
  const box = useRef<HTMLFormElement>(null)
  const content = replyContent(text, start)
  const problem = messageProblem(content)
  const whyNoReplies = useWhyNoReplies(parent)
  const isClosed = whyNoReplies !== null && reactionOf(content) === null
  const isEmpty = problem?.code === 'empty' || content === start.trim()

  const isMounted = useRef(false)

  useEffect(() => {
    isMounted.current = true
    field.current?.focusAtEnd()
    return () => {
      isMounted.current = false
    }
  }, [])

  const draftOf = (typed: string) => (typed === start ? '' : typed)

  function change(next: string) {
    setText(next)
    setRefusal(null)
    draft.setText(draftOf(next))
  }

  async function send() {
    if (problem || isEmpty || isClosed || isSending) return
    setSending(true)
    const outcome = await actions.send(content, parent, () => isMounted.current)
    setSending(false)
    if (!outcome.isAccepted) setRefusal(outcome)
    else if (isMounted.current) close()
    // the box was closed or scrolled away meanwhile, and another may hold a newer text
    else if (draft.clearIf(draftOf(text))) actions.closeReply(parent.id)
  }

  function close() {
    const hasFocus = box.current?.contains(document.activeElement)
    if (hasFocus) requestAnimationFrame(() => rowOf(parent.id)?.focus({ preventScroll: true }))
    draft.clear()
    actions.closeReply(parent.id)
  }

  return (
    <form
      ref={box}
      className="mt-1 mb-2 me-4 max-w-180 rounded-panel border border-ember bg-raised shadow-1 outline-egg has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2 md:me-6"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {problem && problem.code !== 'empty' && <ProblemNotice title={problem.title} text={problem.text} />}
      {whyNoReplies && !problem && <ProblemNotice {...whyNoReplies} />}
      {refusal && !problem && !whyNoReplies && <RefusalNotice refusal={refusal} />}
      <MessageField
        ref={field}
        spaceId={spaceId}
        value={text}
        onChange={change}
        onSend={() => void send()}
        onEscape={close}
        isReadOnly={isSending}
        label={words.replyTo(parent.username)}
        placeholder={words.replyPlaceholder}
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        <span className="min-w-0 flex-1 truncate ps-1.5 text-xs text-ink-3 no-keyboard:invisible">
          {words.replyHint}
        </span>
        <Button variant="quiet" size="sm" onClick={close}>
          {words.cancel}
        </Button>
        <Button variant="ember" size="sm" type="submit" disabled={isEmpty || isClosed} busy={isSending}>
          {isSending ? words.sendingNow : words.send}
        </Button>
      </div>
    </form>
  )
}

function RefusalNotice({ refusal: { violation, reason } }: { refusal: Refusal }) {
  if (violation) return <ViolationNotice violation={violation} />
  return reason === null ? null : <ProblemNotice title={words.replyFailed} text={reason} />
}
