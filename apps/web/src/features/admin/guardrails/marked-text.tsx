import { HitMark } from '../../../ui/hit-mark.tsx'
import { segmentsOf } from './segments.ts'

interface Props {
  /** Accessible name. */
  label: string
  text: string
  ranges: readonly { readonly start: number; readonly end: number }[]
}

/** The text as it was typed, with its matches highlighted. */
export function MarkedText({ label, text, ranges }: Props) {
  return (
    <p
      role="group"
      aria-label={label}
      dir="auto"
      className="max-h-60 overflow-y-auto rounded-control border border-line bg-sunken px-3 py-2 text-sm break-words whitespace-pre-wrap"
    >
      {segmentsOf(text, ranges).map(({ start, text: piece, isMarked }) =>
        isMarked ? <HitMark key={start}>{piece}</HitMark> : <span key={start}>{piece}</span>,
      )}
    </p>
  )
}
