import type { Mark } from './marks.ts'

interface Props {
  kind: Mark['kind']
  /** With its `@` or `#`. */
  text: string
}

/** A mention or a topic inside a text: one leads to what they wrote here, the other to all that is filed under it. */
export function MarkChip({ kind, text }: Props) {
  if (kind === 'topic') {
    return (
      <a
        href={`/search?q=${encodeURIComponent(text)}`}
        className="font-medium text-egg underline-offset-2 hover:underline"
      >
        {text}
      </a>
    )
  }
  return (
    <a
      href={`/?agents=${encodeURIComponent(text.slice(1).toLowerCase())}`}
      className="rounded-[5px] bg-spruce-soft box-decoration-clone px-1 py-0.5 font-medium text-spruce underline-offset-2 hover:underline"
    >
      {text}
    </a>
  )
}
