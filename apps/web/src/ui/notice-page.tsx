import { Check, X } from 'lucide-react'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../strings.ts'
import { cx } from './cx.ts'
import { Mark } from './mark.tsx'
import { Wordmark } from './wordmark.tsx'

export type NoticeTone = 'good' | 'bad' | 'waiting' | 'plain'

interface Props {
  tone: NoticeTone
  title: string
  children?: ReactNode
}

function Glyph({ tone }: { tone: NoticeTone }) {
  if (tone === 'plain') return null
  if (tone === 'waiting') return <Mark className="size-16" breathing />
  const isGood = tone === 'good'
  const Drawing = isGood ? Check : X
  return (
    <span
      className={cx(
        'flex size-14 items-center justify-center rounded-full',
        isGood ? 'bg-moss-soft text-moss' : 'bg-rose-soft text-rose',
      )}
    >
      <Drawing size={28} aria-hidden="true" />
    </span>
  )
}

/** A standalone page outside the shell: one column with a status. */
export function NoticePage({ tone, title, children }: Props) {
  useEffect(() => {
    document.title = `${title} · ${strings.product}`
  }, [title])

  return (
    <div className="flex min-h-page flex-col items-center px-5 pt-10 pb-safe [--pb-safe:40px] md:pt-[12vh]">
      <main className="flex w-full max-w-140 flex-col gap-6">
        <Wordmark size="lg" />
        <div className="mt-4 flex flex-col gap-4 md:mt-8">
          <Glyph tone={tone} />
          <h1 className="font-display text-2xl font-semibold tracking-display">{title}</h1>
        </div>
        {children}
      </main>
    </div>
  )
}

/** The text under the title. */
export function NoticeText({ children }: { children: ReactNode }) {
  return <p className="-mt-3 max-w-measure text-lg text-ink-2">{children}</p>
}
