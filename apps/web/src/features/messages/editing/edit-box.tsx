import type { Message } from '@flockwork/contract/messages'
import { codePoints, messageProblem, normaliseMessage } from '@flockwork/contract/text/message-text'
import { MESSAGE_MAX_CHARS } from '@flockwork/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { messageWindows as windowWords } from '../../../strings/message-windows.ts'
import { strings } from '../../../strings.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { rowOf } from '../context/row-elements.ts'
import { MessageField, type FieldHandle } from '../text-field/message-field.tsx'
import { ProblemNotice, ViolationNotice } from '../text-field/problem-notice.tsx'
import { editDraft, useDraft } from '../drafts/use-draft.ts'
import { useEdit } from './use-edit.ts'

const words = strings.messages
const COUNT_FROM_CHARS = 4500

interface Props {
  message: Message
  onEnd: () => void
}

/** The text of a message as a field. What was typed stays until it is saved or given up. */
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

  useEffect(() => field.current?.focusAtEnd(), [])

  function change(next: string) {
    setText(next)
    clearViolation()
    draft.setText(next === message.content ? '' : next)
  }

  function end() {
    draft.clear()
    onEnd()
    // after the row is drawn again
    requestAnimationFrame(() => rowOf(message.id)?.focus({ preventScroll: true }))
  }

  async function send() {
    if (problem || isSaving) return
    if (content === message.content || (await save(content))) end()
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
        <span className="min-w-0 flex-1 truncate ps-1.5 text-xs text-ink-3 max-sm:invisible">
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
