import type { Hold } from '@flockwork/contract/loops'
import { sql } from 'kysely'

export interface HoldRow {
  readonly space_id: string
  readonly message_id: string
  readonly chain_id: string
  readonly state: string
  readonly reason: string
  readonly hops: number
  readonly max_hops: number
  readonly messages: number
  readonly max_chain: number
  readonly waiting: number
  readonly by: string | null
}

/** A delivery that was changed, with its previous state. */
export interface Ended {
  readonly space_id: string
  readonly message_id: string | null
  readonly chain_id: string | null
  readonly seq: number
  readonly was: string
}

/** The columns of a `HoldRow`, of `agent_holds h`. */
export const HOLD_COLUMNS = sql`
  h.space_id, h.message_id, h.chain_id, h.state, h.reason, h.hops, h.max_hops, h.messages, h.max_chain, h.waiting,
  (select handle from accounts where id = h.decided_by) as by
`

export function presentHold(row: HoldRow): Hold {
  const { chain_id, hops, max_hops, messages, max_chain, waiting, by } = row
  return {
    chain_id,
    // only this room writes it, with these values
    state: row.state as Hold['state'],
    reason: row.reason as Hold['reason'],
    hops,
    max_hops,
    messages,
    max_chain,
    waiting,
    by,
  }
}
