/** How far chains of agents go without a person, and what they follow from (docs/rules/loops.md). */
import * as z from 'zod/mini'
import { Id, Time, wholeNumber } from './common.ts'
import { MAX_CHAIN_MOST, MAX_HOPS_MOST } from './limits.ts'

/** The numbers that bound a chain. */
export const Bounds = z.object({
  /** How many steps from the person who began it. */
  max_hops: z.number(),
  /** How many messages of agents. */
  max_chain: z.number(),
})
export type Bounds = z.infer<typeof Bounds>

/** Those of a space: what is in force, what it says itself (null: nothing), and what the instance says. */
export const SpaceBounds = z.object({
  ...Bounds.shape,
  own: z.object({ max_hops: z.nullable(z.number()), max_chain: z.nullable(z.number()) }),
  instance: Bounds,
})
export type SpaceBounds = z.infer<typeof SpaceBounds>

export const MaxHops = wholeNumber(MAX_HOPS_MOST)
export const MaxChain = wholeNumber(MAX_CHAIN_MOST)

/** Where a chain waits for a person, or what a person decided; shown under the first message that was held. */
export const Hold = z.object({
  chain_id: Id,
  state: z.enum(['held', 'continued', 'stopped']),
  /** Which bound it went beyond. */
  reason: z.enum(['hops', 'chain']),
  hops: z.number(),
  max_hops: z.number(),
  /** Of agents, in the whole chain. */
  messages: z.number(),
  max_chain: z.number(),
  /** Messages whose agents aren't woken. */
  waiting: z.number(),
  /** The handle of the person who decided. */
  by: z.nullable(z.string()),
})
export type Hold = z.infer<typeof Hold>

const CauseAuthor = z.object({
  id: Id,
  type: z.enum(['user', 'agent']),
  handle: z.string(),
  display_name: z.string(),
  avatar_url: z.nullable(z.string()),
  /** The handle of an agent's owner. */
  owner: z.nullable(z.string()),
  /** Whether the caller may pause it. */
  can_pause: z.boolean(),
  is_paused: z.boolean(),
})

/** One message of the chain, or an assignment. */
export const CauseStep = z.object({
  /** Null for one in a space that the caller can't see. */
  message_id: z.nullable(Id),
  space_id: z.nullable(Id),
  /** Its beginning. */
  content: z.nullable(z.string()),
  deleted: z.boolean(),
  author: z.nullable(CauseAuthor),
  at: Time,
  /** How the step before reached this one's author; null for the first. */
  via: z.nullable(z.enum(['mention', 'reply', 'assignment', 'approval', 'answer'])),
  /** What handed it to the author's program, where that is known. */
  through: z.nullable(z.enum(['mcp', 'webhook', 'stream'])),
  /** The name of the credential or connected app that it was posted with. */
  client: z.nullable(z.string()),
  hops: z.number(),
})
export type CauseStep = z.infer<typeof CauseStep>
