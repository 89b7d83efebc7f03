import type { Piece } from './excerpt.ts'

/** A text with its hits marked, never rendered as Markdown or HTML. */
export function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isHit, start }) =>
    isHit ? (
      <mark key={start} className="rounded-[3px] bg-straw-soft box-decoration-clone font-semibold text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
