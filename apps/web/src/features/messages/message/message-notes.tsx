import type { Message } from '@flockwork/contract/messages'
import { strings } from '../../../strings.ts'
import { deliveryWords } from './delivery-words.ts'

const words = strings.messages
const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Under one's own message: mentions of unknown names, and the state of its deliveries. */
export function MessageNotes({ message }: { message: Message }) {
  const states = deliveryWords(message)
  return (
    <>
      {message.mentions_unknown.map(({ handle, suggestions }) => (
        <p key={handle} className="mt-1 text-xs text-straw">
          {words.unknownMention(handle)}
          {suggestions.length > 0 &&
            ` ${words.didYouMean(either.format(suggestions.map((name) => `@${name}`)))}`}
        </p>
      ))}
      {states.length > 0 && <p className="mt-1 text-xs text-ink-3">{states.join(' · ')}</p>}
    </>
  )
}
