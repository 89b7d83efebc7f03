/** A small model of a space for tests: what a server would hold and tell while people write in it. */
import type { Message } from '@flockwork/contract/messages'
import type { LiveEvent } from '../../../realtime/apply-event.ts'
import { isReplyTo, withReply } from './feed-state.ts'
import { message, reply } from './test-messages.ts'

export type Action = { do: 'post' } | { do: 'reply' | 'edit' | 'delete'; to: number }

export interface Simulated {
  /** In their order; the number of each is its place, from 1. */
  events: LiveEvent[]
  /** What is held before the first event and after each. */
  states: Message[][]
}

/** What a server would hold and tell. */
export function simulateSpace(all: readonly Action[]): Simulated {
  let held: Message[] = []
  const events: LiveEvent[] = []
  const states: Message[][] = [held]
  all.forEach((doing, index) => {
    const id = index + 1
    const target = 'to' in doing ? held[doing.to % held.length] : undefined
    const event = (data: object) => events.push({ name: 'message', id, data })
    if (doing.do === 'post' || target === undefined) {
      const posted = message(id)
      held = [...held, posted]
      event({ action: 'created', message: posted })
    } else if (doing.do === 'reply') {
      const posted = reply(id, target, { author_id: `author-${id % 5}`, username: `author-${id % 5}` })
      held = [...held.map((one) => (isReplyTo(posted, one.id) ? withReply(one, posted) : one)), posted]
      event({ action: 'created', message: posted })
    } else {
      const content = doing.do === 'edit' ? `edited at ${id}` : '[Message deleted]'
      const changed = { ...target, content, edit_count: target.edit_count + 1 }
      held = held.map((one) => (one.id === target.id ? changed : withPreview(one, changed)))
      const action = doing.do === 'edit' ? 'updated' : 'deleted'
      event({ action, message: changed, message_id: target.id })
    }
    states.push(held)
  })
  return { events, states }
}

function withPreview(one: Message, parent: Message): Message {
  if (one.parent_post?.id !== parent.id) return one
  return { ...one, parent_post: { ...one.parent_post, content: parent.content } }
}
