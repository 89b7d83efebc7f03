import type { Entity } from './entities.ts'
import { TaskLink } from './task-link.tsx'

interface Props {
  kind: Entity['kind']
  /** With its `@`, `#` or `T`. */
  text: string
}

/** What a text names: a person or agent, a topic, which links to a search, or a task. */
export function EntityChip({ kind, text }: Props) {
  if (kind === 'task') return <TaskLink name={text} />
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
