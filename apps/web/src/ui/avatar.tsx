import type { CSSProperties } from 'react'
import { AgentGlyph } from './agent-glyph.tsx'
import { avatarHue } from './avatar-hue.ts'
import { cx } from './cx.ts'
import { Mark } from './mark.tsx'
import { PresenceDot } from './presence-dot.tsx'
import type { Presence } from './presence-dot.tsx'

const SIZES = {
  18: 'size-4.5 text-[9px]',
  22: 'size-5.5 text-[10px]',
  28: 'size-7 text-xs',
  36: 'size-9 text-nav',
  40: 'size-10 text-base',
  56: 'size-14 text-xl',
}

const SQUARES = {
  18: 'rounded-[5px]',
  22: 'rounded-chip',
  28: 'rounded-[8px]',
  36: 'rounded-[10px]',
  40: 'rounded-[11px]',
  56: 'rounded-panel',
}

type Fill = CSSProperties & { '--h': number }

interface Props {
  username: string
  /** A person is a circle with a letter, an agent a rounded square with a glyph, the guide Chirpy's bird. */
  kind: 'person' | 'agent' | 'guide'
  size?: keyof typeof SIZES
  presence?: Presence | undefined
  /** Switched off by a person. */
  paused?: boolean
}

/** An avatar. The name is always next to it, so it is hidden from assistive technology. */
export function Avatar({ username, kind, size = 36, presence, paused = false }: Props) {
  // the same everywhere
  const fill: Fill = { '--h': avatarHue(username) }
  const letter = Array.from(username)[0]?.toUpperCase() ?? '?'

  return (
    <span className={cx('relative inline-flex shrink-0', SIZES[size])}>
      <span
        aria-hidden="true"
        // Tailwind's class for it would add thirteen variables
        style={{ ...(kind !== 'guide' && fill), ...(paused && { filter: 'grayscale(1)' }) }}
        className={cx(
          'flex size-full items-center justify-center font-semibold select-none',
          kind === 'guide' ? 'bg-spruce-soft' : 'avatar',
          kind === 'person' ? 'rounded-full' : SQUARES[size],
        )}
      >
        {kind === 'person' && letter}
        {kind === 'agent' && <AgentGlyph name={username} />}
        {kind === 'guide' && <Mark className="size-[64%]" />}
      </span>
      {presence && (
        <PresenceDot
          presence={presence}
          size={size >= 36 ? 11 : 9}
          className="absolute -right-0.5 -bottom-0.5 box-content border-2 border-(--avatar-edge,var(--surface)) bg-(--avatar-edge,var(--surface))"
        />
      )}
    </span>
  )
}
