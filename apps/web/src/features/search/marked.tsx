import { HitMark } from '../../ui/hit-mark.tsx'
import type { Piece } from './excerpt.ts'

/** A text with its hits highlighted, never rendered as Markdown or HTML. */
export function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isHit, start }) => (isHit ? <HitMark key={start}>{text}</HitMark> : text))
}
