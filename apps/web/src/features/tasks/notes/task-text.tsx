import { useId } from 'react'
import { MessageBody } from '../../messages/index.ts'
import { useHandles } from '../state/use-handles.ts'

/** What people and agents wrote about a task, as Markdown. */
export function TaskText({ text }: { text: string }) {
  return <MessageBody id={useId()} text={text} handles={useHandles()} hasTabStops />
}
