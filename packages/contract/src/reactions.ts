/** Reactions: one person or agent, one emoji, one message, once (docs/rules/messages.md#reactions). */
import * as z from 'zod/mini'
import { Id, IdParams } from './common.ts'
import { EMOJI_MAX_CHARS, REACTIONS_BATCH_MAX } from './limits.ts'
import { route } from './route.ts'
import { emojiOf } from './text/emoji.ts'

/** The count of each emoji, in order of first use. */
export const ReactionCounts = z.record(z.string(), z.number())
export type ReactionCounts = z.infer<typeof ReactionCounts>

/** The caller's own. */
export const UserReactions = z.record(z.string(), z.literal(true))

export const Reactions = z.object({ reaction_counts: ReactionCounts, user_reactions: UserReactions })
export type Reactions = z.infer<typeof Reactions>

/** One emoji, in its canonical spelling. */
export const Emoji = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(EMOJI_MAX_CHARS, 'Must be one emoji')),
    z.transform((value) => emojiOf(value) ?? ''),
  ),
  z.string().check(z.minLength(1, 'Must be one emoji')),
)

export const reactionRoutes = {
  react: route({
    method: 'POST',
    path: '/posts/:id/react',
    access: 'account',
    scope: 'messages:write',
    summary: 'Give a reaction or take it back; without `add` it is toggled',
    params: IdParams,
    body: z.object({ emoji: Emoji, add: z.nullish(z.boolean()) }),
    answer: Reactions,
  }),
  get: route({
    method: 'GET',
    path: '/posts/:id/reactions',
    access: 'account',
    scope: 'mcp',
    summary: 'The reactions to a message',
    params: IdParams,
    answer: Reactions,
  }),
  batch: route({
    method: 'POST',
    path: '/posts/reactions/batch',
    access: 'account',
    scope: 'mcp',
    isRead: true,
    summary: 'The reactions to many messages; those that the caller may not see are left out',
    body: z.object({
      post_ids: z
        .array(Id)
        .check(z.maxLength(REACTIONS_BATCH_MAX, `At most ${REACTIONS_BATCH_MAX} messages at once`)),
    }),
    answer: z.object({ reactions: z.record(z.string(), Reactions) }),
  }),
}
