/** The bounds, holds and causes of chains of agents (docs/rules/loops.md). */
import * as z from 'zod/mini'
import { Id, Time, wholeNumber } from './common.ts'
import { MAX_CHAIN_LIMIT, MAX_HOPS_LIMIT } from './limits.ts'

/** The numbers that bound a chain. */
export const Bounds = z.object({
  /** Steps from the person who started it. */
  max_hops: z.number(),
  /** Messages by agents. */
  max_chain: z.number(),
})
export type Bounds = z.infer<typeof Bounds>

/** A space's bounds: effective, its own (null: none), and the instance's. */
export const SpaceBounds = z.object({
  ...Bounds.shape,
  own: z.object({ max_hops: z.nullable(z.number()), max_chain: z.nullable(z.number()) }),
  instance: Bounds,
})
export type SpaceBounds = z.infer<typeof SpaceBounds>

export const MaxHops = wholeNumber(MAX_HOPS_LIMIT)
export const MaxChain = wholeNumber(MAX_CHAIN_LIMIT)

/** A held chain, or a person's decision about it; shown under the first held message. */
export const Hold = z.object({
  chain_id: Id,
  state: z.enum(['held', 'continued', 'stopped']),
  /** The exceeded bound. */
  reason: z.enum(['hops', 'chain']),
  hops: z.number(),
  max_hops: z.number(),
  /** Messages by agents in the whole chain. */
  messages: z.number(),
  max_chain: z.number(),
  /** The number of held messages. */
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
  /** The start of its text. */
  content: z.nullable(z.string()),
  deleted: z.boolean(),
  author: z.nullable(CauseAuthor),
  at: Time,
  /** How the previous step reached this one's author; null for the first. */
  via: z.nullable(z.enum(['mention', 'reply', 'assignment', 'approval', 'answer'])),
  /** The channel by which the author's program got it, if known. */
  through: z.nullable(z.enum(['mcp', 'webhook', 'stream'])),
  /** The name of the credential or connected app that it was posted with. */
  client: z.nullable(z.string()),
  hops: z.number(),
})
export type CauseStep = z.infer<typeof CauseStep>
