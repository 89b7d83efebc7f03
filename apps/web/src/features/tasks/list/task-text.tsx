import { useId, useMemo } from 'react'
import { useSignedIn } from '../../../api/use-session.ts'
import { MessageBody } from '../../messages/index.ts'
import { useRoster } from '../../spaces/index.ts'

const NOBODY: ReadonlySet<string> = new Set()

/** A description as Markdown, with the people and agents of the space that it names. */
export function TaskText({ text }: { text: string }) {
  const { spaceId } = useSignedIn()
  const { items } = useRoster(spaceId)
  const handles = useMemo(() => (items ? new Set(items.map(({ handle }) => handle)) : NOBODY), [items])
  const id = useId()
  return <MessageBody id={id} text={text} handles={handles} hasTabStops />
}
