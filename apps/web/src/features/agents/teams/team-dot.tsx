import type { TeamColor } from '@flockwork/contract/teams'
import type { CSSProperties } from 'react'
import { TEAM_HUES } from '../../../ui/avatar-hue.ts'
import { cx } from '../../../ui/cx.ts'

type Hue = CSSProperties & { '--h': number; '--c-dot'?: number }

/** A team's colour; always rendered next to its name. */
export function TeamDot({ color, className = 'size-2.5' }: { color: TeamColor; className?: string }) {
  const hue = TEAM_HUES[color]
  const style: Hue = hue === null ? { '--h': 0, '--c-dot': 0 } : { '--h': hue }
  return <span aria-hidden="true" style={style} className={cx('team-dot shrink-0 rounded-full', className)} />
}
