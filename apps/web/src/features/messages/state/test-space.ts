/** A small model of a space for tests: what a server has and sends while people write in it. */
import type { Message } from '@flockwork/contract/messages'
import type { LiveEvent } from '../../../realtime/apply-event.ts'
import { isReplyTo, withReply } from './feed-state.ts'
import { message, reply } from './test-messages.ts'

export type Action = { do: 'post' } | { do: 'reply' | 'edit' | 'delete'; to: number }

export interface Simulated {
  /** In order; the id of each is its index plus 1. */
  events: LiveEvent[]
  /** The messages before the first event and after each. */
  states: Message[][]
}

/** What a server has and sends. */
export function simulateSpace(actions: readonly Action[]): Simulated {
  let current: Message[] = []
  const events: LiveEvent[] = []
  const states: Message[][] = [current]
  actions.forEach((action, index) => {
    const id = index + 1
    const target = 'to' in action ? current[action.to % current.length] : undefined
    const event = (data: object) => events.push({ name: 'message', id, data })
    if (action.do === 'post' || target === undefined) {
      const posted = message(id)
      current = [...current, posted]
      event({ action: 'created', message: posted })
    } else if (action.do === 'reply') {
      const posted = reply(id, target, { author_id: `author-${id % 5}`, username: `author-${id % 5}` })
      current = [...current.map((one) => (isReplyTo(posted, one.id) ? withReply(one, posted) : one)), posted]
      event({ action: 'created', message: posted })
    } else {
      const content = action.do === 'edit' ? `edited at ${id}` : '[Message deleted]'
      const changed = { ...target, content, edit_count: target.edit_count + 1 }
      current = current.map((one) => (one.id === target.id ? changed : withPreview(one, changed)))
      const change = action.do === 'edit' ? 'updated' : 'deleted'
      event({ action: change, message: changed, message_id: target.id })
    }
    states.push(current)
  })
  return { events, states }
}

function withPreview(one: Message, parent: Message): Message {
  if (one.parent_post?.id !== parent.id) return one
  return { ...one, parent_post: { ...one.parent_post, content: parent.content } }
}
