import { UserPlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { guide as words } from '../../strings/guide.ts'
import { inviting } from '../../strings/inviting.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Mark } from '../../ui/mark.tsx'

/** The quick prompts, in display order. */
const PROMPTS = [words.hi, words.tour, words.docs, words.connect] as const

interface Props {
  /** Called on mount: whether a click opened it, so that it takes the focus. */
  takesFocus: () => boolean
  /** Posts a message; settles when it is queued or has failed. */
  onAsk: (content: string) => Promise<unknown>
  /** Opens the invite dialog. */
  onInvite: () => void
  onClose: () => void
}

/** Chirpy introduces itself at the top of the feed; a chip posts its prompt in the user's name. */
export function ChirpyBanner({ takesFocus, onAsk, onInvite, onClose }: Props) {
  const chips = useRef<HTMLDivElement>(null)
  const [pending, setAsked] = useState<string | null>(null)

  useEffect(() => {
    if (takesFocus()) chips.current?.querySelector('button')?.focus()
  }, [takesFocus])

  async function ask(content: string) {
    if (pending !== null) return
    setAsked(content)
    await onAsk(content)
    setAsked(null)
  }

  return (
    <section
      aria-label={words.banner}
      className="mx-3 mt-3 grid shrink-0 grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 rounded-panel bg-spruce-soft py-3 md:mx-6 md:mt-4"
    >
      <Mark className="ms-3 size-10 md:row-span-2 md:ms-4" />
      <p className="text-base text-ink max-md:self-center">{words.bannerText}</p>
      <IconButton
        label={words.close}
        icon={<X size={17} />}
        className="me-2 -mt-1 md:-mb-2"
        onClick={onClose}
      />
      <div
        ref={chips}
        role="group"
        aria-label={words.prompts}
        className="flex gap-2 overflow-x-auto py-1 [scrollbar-width:none] max-md:col-span-3 max-md:px-3 md:col-start-2 md:-mx-1 md:flex-wrap md:px-1"
      >
        {PROMPTS.map(({ label, asks }) => (
          <Button
            key={asks}
            size="chip"
            aria-disabled={pending !== null || undefined}
            busy={pending === asks}
            onClick={() => void ask(asks)}
          >
            {label}
          </Button>
        ))}
        <Button size="chip" icon={<UserPlus size={15} aria-hidden="true" />} onClick={onInvite}>
          {inviting.invite}
        </Button>
      </div>
    </section>
  )
}
