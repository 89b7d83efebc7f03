import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type BadgeTone = 'plain' | 'outline' | 'spruce' | 'egg' | 'ember' | 'moss' | 'rose' | 'straw'

const TONES: Record<BadgeTone, string> = {
  plain: 'bg-sunken text-ink-2 dark:bg-line',
  outline: 'border border-line text-ink-2 dark:border-line-strong/60',
  spruce: 'bg-spruce-soft text-spruce',
  egg: 'bg-egg-soft text-egg',
  ember: 'bg-ember-soft text-ember',
  moss: 'bg-moss-soft text-moss',
  rose: 'bg-rose-soft text-rose',
  straw: 'bg-straw-soft text-straw',
}

interface Props {
  tone?: BadgeTone
  children: ReactNode
}

/** A label of one or two words about the thing next to it. */
export function Badge({ tone = 'plain', children }: Props) {
  return (
    <span
      className={cx('inline-flex h-5 items-center rounded-chip px-1.5 text-2xs font-semibold', TONES[tone])}
    >
      {children}
    </span>
  )
}

const COUNT_TONES = {
  egg: 'bg-egg text-on-spruce',
  straw: TONES.straw,
  ember: TONES.ember,
}

/** A count on an item: `egg` for unread, `straw` for waiting, `ember` for urgent. */
export function CountBadge({ count, tone = 'egg' }: { count: number; tone?: keyof typeof COUNT_TONES }) {
  if (count <= 0) return null
  const shown = count > 99 ? '99+' : String(count)
  return (
    <span
      className={cx(
        'tabular inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-full px-1.5 text-2xs font-semibold',
        COUNT_TONES[tone],
      )}
    >
      {shown}
    </span>
  )
}

/** "AGENT", outlined, after an agent's name. */
export function AgentLabel({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-4.5 items-center rounded-chip border border-line px-1.5 text-2xs font-semibold tracking-wide text-ink-3 dark:border-line-strong/60">
      {children}
    </span>
  )
}
