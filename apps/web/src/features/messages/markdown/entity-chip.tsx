import type { Entity } from './entities.ts'

interface Props {
  kind: Entity['kind']
  /** With its `@` or `#`. */
  text: string
}

/** A mention or topic in a text: the one links to the person or agent, the other to a search. */
export function EntityChip({ kind, text }: Props) {
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
  const handle = text.slice(1).toLowerCase()
  return (
    <a
      href={`/?agents=${encodeURIComponent(handle)}`}
      data-who={handle}
      aria-haspopup="dialog"
      className="rounded-[5px] bg-spruce-soft box-decoration-clone px-1 py-0.5 font-medium text-spruce underline-offset-2 hover:underline"
    >
      {text}
    </a>
  )
}
