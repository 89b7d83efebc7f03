/**
 * What an event does to what the browser holds: a table from its name to a pure reducer. Each room brings
 * the reducers of its own events; the roof joins them with `satisfies EventTable`, so that an event of the
 * contract without a reducer doesn't compile.
 */
import type { EventData, EventName } from '@flockwork/contract/events'

export interface LiveEvent {
  name: string
  /** Its number in the space's sequence; null for those that carry none. */
  id: number | null
  data: unknown
}

/** What the event tells, where it is one of this name; the server shaped it by the schema of its name. */
export function dataOf<N extends EventName>({ name, data }: LiveEvent, asked: N): EventData<N> | undefined {
  return name === asked ? (data as EventData<N>) : undefined
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
  // the server shaped it by the schema of this name
  return reduce(state, data as EventData<EventName>, id)
}

function isKnown<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name)
}
