import type { Message, Delivery } from '@flockwork/contract/messages'
import { strings } from '../../../strings.ts'

const words = strings.messages
const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })
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

type Addressed = Pick<Message, 'deliveries' | 'repliers'>

/**
 * The deliveries of one's own message in words (docs/rules/deliveries.md#who-sees-them): one phrase for each state,
 * those who answered first. Empty if it was addressed to nobody.
 */
export function deliveryWords({ deliveries: known = [], repliers }: Addressed): string[] {
  // whoever replied has answered, even if the event of the delivery hasn't come yet
  const deliveries = known.map((delivery) =>
    repliers.some(({ id }) => id === delivery.recipient.id)
      ? { ...delivery, state: 'answered' as const }
      : delivery,
  )
  const inState = (state: Delivery['state']) => deliveries.filter((delivery) => delivery.state === state)
  const names = (of: readonly Delivery[]) => all.format(of.map(({ recipient }) => `@${recipient.handle}`))
  const phrase = (state: Delivery['state'], say: (names: string) => string) => {
    const these = inState(state)
    return these.length === 0 ? [] : [say(names(these))]
  }
  return [
    ...phrase('answered', words.answeredBy),
    ...phrase('seen', words.seenBy),
    ...phrase('delivered', words.delivered),
    ...phrase('stored', words.waitingFor),
    ...phrase('expired', words.noAnswerFrom),
    ...inState('undeliverable').map((delivery) => words.notDelivered(names([delivery]), delivery.why)),
  ]
}
