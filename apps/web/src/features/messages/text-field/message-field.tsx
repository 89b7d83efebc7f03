import { useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, Ref } from 'react'
import { cx } from '../../../ui/cx.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { complete, triggerAt } from './completion.ts'

/** Suggested names, in a separate chunk. */
export const CompletionPart = lazyPart(async () => (await import('./completion-list.tsx')).CompletionList)

const HEIGHT_MAX_PX = 120
const COMPOSED_WITHIN_MS = 50

export interface FieldHandle {
  focus: () => void
  focusAtEnd: () => void
  /** Inserts a text at the caret, after a space unless there is one already. */
  insert: (text: string) => void
  /** Inserts a text at the caret. */
  insertAsIs: (text: string) => void
  element: () => HTMLTextAreaElement | null
}

interface Props {
  ref: Ref<FieldHandle>
  spaceId: string
  value: string
  onChange: (value: string) => void
  onSend: () => void
  onEscape?: (() => void) | undefined
  onUp?: (() => void) | undefined
  label: string
  placeholder: string
  className?: string
  describedBy?: string | undefined
  isInvalid?: boolean
  isReadOnly?: boolean
}

/**
 * The text field of the composer and of the reply and edit boxes: grows from 40 to 120 px, Enter sends, Shift+Enter is
 * a new line, and Enter of an input method never sends. @ and # open suggestions.
 */
export function MessageField(props: Props) {
  const { ref, spaceId, value, onChange, onSend, onEscape, onUp, label, placeholder } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [dismissedAt, setDismissedAt] = useState<number | null>(null)
  const composedAt = useRef(Number.NEGATIVE_INFINITY)
  const caretToSet = useRef<number | null>(null)

  const trigger = caret === null ? null : triggerAt(value, caret)
  const isListOpen = trigger !== null && trigger.start !== dismissedAt

  useLayoutEffect(() => {
    const textarea = field.current
    if (!textarea) return
    textarea.style.height = 'auto'
    textarea.style.height = `${Math.min(textarea.scrollHeight, HEIGHT_MAX_PX)}px`
    if (caretToSet.current === null) return
    textarea.setSelectionRange(caretToSet.current, caretToSet.current)
    setCaret(caretToSet.current)
    caretToSet.current = null
  }, [value])

  function replace(text: string, nextCaret: number) {
    caretToSet.current = nextCaret
    onChange(text)
  }

  function write(pieceAfter: (before: string) => string) {
    const textarea = field.current
    if (!textarea) return
    const { selectionStart: from, selectionEnd: to } = textarea
    const before = value.slice(0, from)
    const piece = pieceAfter(before)
    textarea.focus()
    replace(before + piece + value.slice(to), before.length + piece.length)
  }

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    focusAtEnd() {
      const end = field.current?.value.length ?? 0
      field.current?.focus()
      field.current?.setSelectionRange(end, end)
    },
    insert: (text) => write((before) => (before === '' || /\s$/.test(before) ? text : ` ${text}`)),
    insertAsIs: (text) => write(() => text),
    element: () => field.current,
  }))

  function onKeyDown(event: KeyboardEvent) {
    // handled by the suggestions, or by an input method: in Safari even right after the end of a composition
    const isComposed = event.timeStamp - composedAt.current < COMPOSED_WITHIN_MS
    if (event.defaultPrevented || event.nativeEvent.isComposing || isComposed) return
    if (event.key === 'Escape') {
      if (isListOpen) setDismissedAt(trigger.start)
      else onEscape?.()
    }
    if (event.key === 'ArrowUp' && !event.shiftKey && onUp) {
      event.preventDefault()
      onUp()
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault()
      onSend()
    }
  }

  return (
    <>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        value={value}
        readOnly={props.isReadOnly}
        aria-label={label}
        aria-invalid={props.isInvalid || undefined}
        aria-describedby={props.describedBy}
        placeholder={placeholder}
        enterKeyHint="send"
        onChange={({ target }) => {
          onChange(target.value)
          setCaret(target.selectionEnd)
          setDismissedAt((at) => (at !== null && at >= target.value.length ? null : at))
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionEnd)}
        onBlur={() => setCaret(null)}
        onCompositionEnd={({ timeStamp }) => {
          composedAt.current = timeStamp
        }}
        onKeyDown={onKeyDown}
        className={cx(
          'block max-h-30 min-h-10 w-full resize-none overflow-y-auto bg-transparent px-3.5 pt-2.5 pb-1.5 text-[1rem] leading-[23px] text-ink outline-none md:text-base',
          props.className,
        )}
      />
      {isListOpen && (
        <CompletionPart
          spaceId={spaceId}
          field={field}
          trigger={trigger}
          onClose={() => setDismissedAt(trigger.start)}
          onChoose={(name) => {
            const next = complete(value, caret ?? value.length, trigger, name)
            replace(next.text, next.caret)
          }}
        />
      )}
    </>
  )
}
