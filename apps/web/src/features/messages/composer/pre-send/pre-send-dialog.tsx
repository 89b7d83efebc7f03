import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { preSend as words } from '../../../../strings/composer.ts'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { Choice } from './last-answer.ts'
import type { Question } from './next-action.ts'

/** How the dialog was closed. `remembers`: don't ask again. */
export type Answer =
  | { kind: 'send'; isForGuide: boolean; remembers: boolean }
  | { kind: 'edit' }
  | { kind: 'help' }
  | { kind: 'tips' }

interface Offered {
  readonly choice: Choice
  readonly label: string
}

const OF_GUIDE: readonly Offered[] = [
  { choice: 'guide', label: words.askGuide },
  { choice: 'plain', label: words.sendWithout },
  { choice: 'edit', label: words.edit },
]
const PLAIN: readonly Offered[] = [
  { choice: 'plain', label: words.anyway },
  { choice: 'edit', label: words.back },
]

interface Props {
  isOpen: boolean
  question: Question
  /** The last answer in this space, which is preselected. */
  last: Choice | null
  /** Whether there are tips to show. */
  hasTips: boolean
  onAnswer: (answer: Answer) => void
}

/** Asks before a message without a mention or topic is sent. The text stays in the field meanwhile. */
export function PreSendDialog({ isOpen, question, last, hasTips, onAnswer }: Props) {
  const [isChecked, setChecked] = useState(false)
  const opensOther = useRef(false)
  const isOfGuide = question === 'guide'

  function answer(given: Answer) {
    opensOther.current = given.kind === 'help' || given.kind === 'tips'
    setChecked(false)
    onAnswer(given)
  }
  function choose(choice: Choice) {
    if (choice === 'edit') answer({ kind: 'edit' })
    else answer({ kind: 'send', isForGuide: choice === 'guide', remembers: isChecked })
  }
  const offered = isOfGuide ? OF_GUIDE : PLAIN
  const choices = offered.toSorted((a, b) => Number(b.choice === last) - Number(a.choice === last))

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && answer({ kind: 'edit' })}
      size="sm"
      phone="sheet"
      title={isOfGuide ? words.guideTitle : words.plainTitle}
      description={isOfGuide ? words.guideText : words.plainText}
      // what it opened has the focus by then
      returnTo={() => (opensOther.current ? focused() : null)}
    >
      <div
        className={cx(
          'flex flex-col gap-2 *:flex-auto',
          isOfGuide && hasTips ? 'md:grid md:grid-cols-2' : 'md:flex-row',
        )}
      >
        {choices.map(({ choice, label }, index) => (
          <Button
            key={choice}
            onClick={() => choose(choice)}
            {...(index === 0 && { variant: 'primary', 'data-initial-focus': true })}
          >
            {label}
          </Button>
        ))}
        {isOfGuide ? (
          hasTips && <Button onClick={() => answer({ kind: 'tips' })}>{words.tips}</Button>
        ) : (
          <Button onClick={() => answer({ kind: 'help' })}>{words.help}</Button>
        )}
      </div>
      <Checkbox
        isChecked={isChecked}
        onCheckedChange={setChecked}
        note={isOfGuide ? words.alwaysWithout : null}
      >
        {isOfGuide ? words.always : words.never}
      </Checkbox>
      <p className="pt-2 text-sm text-ink-3">{isChecked ? words.settings : words.holds}</p>
    </Dialog>
  )
}

interface CheckboxProps {
  isChecked: boolean
  onCheckedChange: (isChecked: boolean) => void
  note: string | null
  children: ReactNode
}

function Checkbox({ isChecked, onCheckedChange, note, children }: CheckboxProps) {
  const noteId = useId()
  return (
    <div className="pt-4 text-sm">
      <label className="flex min-h-6 items-start gap-2.5 text-ink">
        <input
          type="checkbox"
          checked={isChecked}
          aria-describedby={note === null ? undefined : noteId}
          onChange={({ target }) => onCheckedChange(target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-spruce"
        />
        {children}
      </label>
      {note !== null && (
        <p id={noteId} className="ps-6.5 text-ink-3">
          {note}
        </p>
      )}
    </div>
  )
}

function focused(): HTMLElement | null {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
}
