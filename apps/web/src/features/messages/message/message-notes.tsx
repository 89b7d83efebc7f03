import { lazily } from '@flockwork/contract/lazily'
import type { Message, Delivery } from '@flockwork/contract/messages'
import { hasNoSignOfReading, NO_SIGN_OF_READING } from '@flockwork/contract/policy/deliveries'
import { Fragment } from 'react'
import { strings } from '../../../strings.ts'
import { useNow } from '../../../ui/use-now.ts'

const words = strings.messages
const all = lazily(() => new Intl.ListFormat('en-GB', { type: 'conjunction' }))
const either = lazily(() => new Intl.ListFormat('en-GB', { type: 'disjunction' }))

/** Under one's own message: mentions of unknown names, and the state of its deliveries. */
export function MessageNotes({ message }: { message: Message }) {
  return (
    <>
      {message.mentions_unknown.map(({ handle, suggestions }) => (
        <p key={handle} className="mt-1 text-xs text-straw">
          {words.unknownMention(handle)}
          {suggestions.length > 0 &&
            ` ${words.didYouMean(either().format(suggestions.map((name) => `@${name}`)))}`}
        </p>
      ))}
      {message.deliveries !== undefined && message.deliveries.length > 0 && <States message={message} />}
    </>
  )
}

function States({ message }: { message: Message }) {
  const states = deliveryWords(message, useNow())
  return (
    <p className="mt-1 text-xs text-ink-3">
      {states.map((state, index) => (
        <Fragment key={state}>
          {index > 0 && ' · '}
          {state.endsWith(NO_SIGN_OF_READING) ? <span className="text-straw">{state}</span> : state}
        </Fragment>
      ))}
    </p>
  )
}

type Addressed = Pick<Message, 'deliveries' | 'repliers'>

/**
 * The deliveries of one's own message in words (docs/rules/deliveries.md#who-sees-them): one phrase for each state,
 * those who answered first. Empty if it was addressed to nobody. `now` is the server's time: deliveries without a
 * sign of reading by then are pointed out.
 */
export function deliveryWords({ deliveries: known = [], repliers }: Addressed, now: number): string[] {
  // whoever replied has answered, even if the event of the delivery hasn't come yet
  const deliveries = known.map((delivery) =>
    repliers.some(({ id }) => id === delivery.recipient.id)
      ? { ...delivery, state: 'answered' as const }
      : delivery,
  )
  const inState = (state: Delivery['state']) => deliveries.filter((delivery) => delivery.state === state)
  const names = (of: readonly Delivery[]) => all().format(of.map(({ recipient }) => `@${recipient.handle}`))
  const said = (these: readonly Delivery[], say: (names: string) => string) =>
    these.length === 0 ? [] : [say(names(these))]
  const phrase = (state: Delivery['state'], say: (names: string) => string) => said(inState(state), say)
  const { silent = [], recent = [] } = Object.groupBy(inState('delivered'), (delivery) =>
    hasNoSignOfReading(delivery, now) ? 'silent' : 'recent',
  )
  return [
    ...phrase('answered', words.answeredBy),
    ...phrase('seen', words.seenBy),
    ...said(recent, words.delivered),
    ...said(silent, (who) => `${who}: ${NO_SIGN_OF_READING}`),
    ...phrase('stored', words.waitingFor),
    ...phrase('expired', words.noAnswerFrom),
    ...inState('undeliverable').map((delivery) => words.notDelivered(names([delivery]), delivery.why)),
  ]
}
