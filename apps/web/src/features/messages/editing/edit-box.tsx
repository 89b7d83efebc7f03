import { MESSAGE_MAX_CHARS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import { codePoints, messageProblem, normaliseMessage } from '@flockwork/contract/text/message-text'
import { useEffect, useRef, useState } from 'react'
import { detailOf, violationOf, type Violation } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { strings } from '../../../strings.ts'
import { messageWindows as windowWords } from '../../../strings/message-windows.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { useToast } from '../../../ui/toast-store.ts'
import { rowOf } from '../context/row-elements.ts'
import { editDraft, useDraft } from '../drafts/use-draft.ts'
import { feedOf } from '../state/feed-store.ts'
import { withEditAnswer } from '../state/own-changes.ts'
import { MessageField, type FieldHandle } from '../text-field/message-field.tsx'
import { ProblemNotice, ViolationNotice } from '../text-field/problem-notice.tsx'

const words = strings.messages
const COUNT_FROM_CHARS = 4500

interface Props {
  message: Message
  onEnd: () => void
}

/** Edits the text of a message. The draft stays until it is saved or cancelled. */
export function EditBox({ message, onEnd }: Props) {
  const draft = useDraft(editDraft(message.id))
  const [text, setText] = useState(draft.text || message.content)
  const field = useRef<FieldHandle>(null)
  const { save, isSaving, violation, clearViolation } = useEdit(message)
  const content = normaliseMessage(text)
  const problem = messageProblem(content)
  const count = codePoints(content)
  const isEmpty = problem?.code === 'empty'
  const countId = `edit-count-${message.id}`

  const isMounted = useRef(false)

  useEffect(() => {
    isMounted.current = true
    field.current?.focusAtEnd()
    return () => {
      isMounted.current = false
    }
  }, [])

  const draftOf = (typed: string) => (typed === message.content ? '' : typed)

  function change(next: string) {
    setText(next)
    clearViolation()
    draft.setText(draftOf(next))
  }

  function end() {
    draft.clear()
    onEnd()
    // after the row is rendered again
    requestAnimationFrame(() => rowOf(message.id)?.focus({ preventScroll: true }))
  }

  async function send() {
    if (problem || isSaving) return
    if (content !== message.content && !(await save(content))) return
    if (isMounted.current) end()
    // it was cancelled or left meanwhile, and may be edited anew
    else if (draft.clearIf(draftOf(text))) onEnd()
  }

  return (
    <form
      data-edit-box
      className="mt-0.5 mb-1 max-w-180 rounded-panel border border-line-strong bg-raised shadow-1 outline-egg has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {problem && !isEmpty && <ProblemNotice title={problem.title} text={problem.text} />}
      {violation && !problem && <ViolationNotice violation={violation} />}
      <MessageField
        ref={field}
        spaceId={message.space_id}
        value={text}
        onChange={change}
        onSend={() => void send()}
        onEscape={end}
        isReadOnly={isSaving}
        label={windowWords.editLabel}
        placeholder={windowWords.editLabel}
        isInvalid={problem !== null && !isEmpty}
        describedBy={count >= COUNT_FROM_CHARS ? countId : undefined}
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        <span className="min-w-0 flex-1 truncate ps-1.5 text-xs text-ink-3 no-keyboard:invisible">
          {windowWords.editHint}
        </span>
        {count >= COUNT_FROM_CHARS && (
          <span
            id={countId}
            className={cx(
              'tabular text-xs whitespace-nowrap',
              count > MESSAGE_MAX_CHARS ? 'font-medium text-rose' : 'text-ink-3',
            )}
          >
            {words.characters(count, MESSAGE_MAX_CHARS)}
          </span>
        )}
        <Button variant="quiet" size="sm" onClick={end}>
          {words.cancel}
        </Button>
        <Button variant="ink" size="sm" type="submit" disabled={problem !== null} busy={isSaving}>
          {isSaving ? windowWords.saving : windowWords.save}
        </Button>
      </div>
    </form>
  )
}

interface Edit {
  /** Saves the text and shows a toast. @returns whether it is saved */
  save: (content: string) => Promise<boolean>
  isSaving: boolean
  /** The guardrails' violation of the last attempt, until `clearViolation` (when the text changes). */
  violation: Violation | null
  clearViolation: () => void
}

function useEdit({ id, space_id: spaceId }: Message): Edit {
  const { api } = useServices()
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  const [violation, setViolation] = useState<Violation | null>(null)

  async function save(content: string): Promise<boolean> {
    setSaving(true)
    try {
      const { message } = await api.messages.edit({ params: { id }, body: { content } })
      feedOf(spaceId).update((state) => withEditAnswer(state, message))
      toast({ title: windowWords.updated, tone: 'good' })
      return true
    } catch (error) {
      const blocked = violationOf(error)
      setViolation(blocked)
      const description = blocked ? blocked.message : detailOf(error, windowWords.updateFailed)
      toast({ title: windowWords.editFailed, description, tone: 'bad' })
      return false
    } finally {
      setSaving(false)
    }
  }

  return { save, isSaving, violation, clearViolation: () => setViolation(null) }
}
