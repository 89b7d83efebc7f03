import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { preSend as words } from '../../../../strings/composer.ts'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/cx.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import type { Question } from './rule.ts'

/** How the dialog was left. `remembers`: the box that asks never to be asked again is ticked. */
export type Answer =
  | { kind: 'send'; isForGuide: boolean; remembers: boolean }
  | { kind: 'edit' }
  | { kind: 'help' }
  | { kind: 'tips' }

interface Props {
  isOpen: boolean
  question: Question
  /** Whether there are tips to show. */
  hasTips: boolean
  onAnswer: (answer: Answer) => void
}

/** Asks before a message without a mention or a topic is sent. The text stays in the field meanwhile. */
export function PreSendDialog({ isOpen, question, hasTips, onAnswer }: Props) {
  const [isTicked, setTicked] = useState(false)
  const leadsElsewhere = useRef(false)
  const isOfGuide = question === 'guide'

  function answer(given: Answer) {
    leadsElsewhere.current = given.kind === 'help' || given.kind === 'tips'
    setTicked(false)
    onAnswer(given)
  }
  const send = (isForGuide: boolean) => answer({ kind: 'send', isForGuide, remembers: isTicked })

  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && answer({ kind: 'edit' })}
      size="sm"
      phone="sheet"
      title={isOfGuide ? words.guideTitle : words.plainTitle}
      description={isOfGuide ? words.guideText : words.plainText}
      // what it led to has the focus by then
      returnTo={() => (leadsElsewhere.current ? focused() : null)}
    >
      <div
        className={cx(
          'flex flex-col gap-2 *:flex-auto',
          isOfGuide && hasTips ? 'md:grid md:grid-cols-2' : 'md:flex-row',
        )}
      >
        {isOfGuide ? (
          <>
            <Button variant="primary" data-initial-focus onClick={() => send(true)}>
              {words.askGuide}
            </Button>
            <Button onClick={() => send(false)}>{words.sendWithout}</Button>
            <Button onClick={() => answer({ kind: 'edit' })}>{words.edit}</Button>
            {hasTips && <Button onClick={() => answer({ kind: 'tips' })}>{words.tips}</Button>}
          </>
        ) : (
          <>
            <Button variant="primary" data-initial-focus onClick={() => send(false)}>
              {words.anyway}
            </Button>
            <Button onClick={() => answer({ kind: 'edit' })}>{words.back}</Button>
            <Button onClick={() => answer({ kind: 'help' })}>{words.help}</Button>
          </>
        )}
      </div>
      <Tick isTicked={isTicked} onTick={setTicked}>
        {isOfGuide ? words.always : words.never}
      </Tick>
    </Dialog>
  )
}

interface TickProps {
  isTicked: boolean
  onTick: (isTicked: boolean) => void
  children: ReactNode
}

function Tick({ isTicked, onTick, children }: TickProps) {
  return (
    <div className="pt-4 text-sm">
      <label className="flex min-h-6 items-start gap-2.5 text-ink">
        <input
          type="checkbox"
          checked={isTicked}
          onChange={({ target }) => onTick(target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-spruce"
        />
        {children}
      </label>
      {isTicked && <p className="ps-6.5 text-ink-3">{words.settings}</p>}
    </div>
  )
}

function focused(): HTMLElement | null {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
}
