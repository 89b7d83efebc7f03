/**
 * Applies an event to client state: a table from event name to pure reducer. Each room exports the reducers of its
 * events; the app layer merges them with `satisfies EventTable`, so that an event of the contract without a reducer doesn't
 * compile.
 */
import type { EventData, EventName } from '@flockwork/contract/events'

export interface LiveEvent {
  name: string
  /** The event's seq; null for ephemeral events. */
  id: number | null
  data: unknown
}

/** The event's data if it has this name; the server serializes it by that event's schema. */
export function dataOf<N extends EventName>(
  { name, data }: LiveEvent,
  expected: N,
): EventData<N> | undefined {
  return name === expected ? (data as EventData<N>) : undefined
}

export type Reducer<State, N extends EventName> = (
  state: State,
  data: EventData<N>,
  id: number | null,
) => State

export type EventTable<State, Names extends EventName = EventName> = {
  readonly [N in Names]: Reducer<State, N>
}

/** The state after `event`. An unknown name changes nothing (docs/rules/realtime.md#events). */
export function applyEvent<State, Names extends EventName>(
  table: EventTable<State, Names>,
  state: State,
  event: LiveEvent,
): State {
  const { name, data, id } = event
  if (!isKnown(table, name)) return state
  const reduce = table[name] as Reducer<State, EventName>
  // the server serialized it by this event's schema
  return reduce(state, data as EventData<EventName>, id)
}

function isKnown<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name)
}
