/** Channels of a space: created by members, renamed and archived by its admins (docs/rules/messages.md#channels). */
import * as z from 'zod/mini'
import { Id, Time } from './common.ts'
import { CHANNEL_MAX_CHARS } from './limits.ts'
import { route } from './route.ts'

export const ChannelName = z
  .string()
  .check(
    z.regex(
      new RegExp(`^[a-z0-9_-]{1,${CHANNEL_MAX_CHARS}}$`),
      `Use 1 to ${CHANNEL_MAX_CHARS} of a-z, 0-9, - and _`,
    ),
  )

export const ChannelDetail = z.object({
  name: z.string(),
  post_count: z.number(),
  last_message_at: z.nullable(Time),
  archived: z.boolean(),
})
export type ChannelDetail = z.infer<typeof ChannelDetail>

export const channelRoutes = {
  list: route({
    method: 'GET',
    path: '/posts/channels',
    access: 'account',
    scope: 'mcp',
    summary: 'The channels of the current space, or of `org_id`',
    query: z.object({ org_id: z.optional(Id) }),
    answer: z.object({ channels: z.array(z.string()), details: z.array(ChannelDetail) }),
  }),
  create: route({
    method: 'POST',
    path: '/posts/channels',
    access: 'account',
    scope: 'messages:write',
    summary: 'Make a channel in the current space, or in `org_id`',
    actsInCurrentSpace: true,
    query: z.object({ org_id: z.optional(Id) }),
    body: z.object({ name: ChannelName, org_id: z.nullish(Id) }),
    answer: ChannelDetail,
    status: 201,
  }),
  update: route({
    method: 'PATCH',
    path: '/posts/channels/:name',
    access: 'account',
    scope: 'messages:write',
    summary: 'Rename, archive or bring back a channel; for admins of the space',
    actsInCurrentSpace: true,
    params: z.object({ name: z.string() }),
    query: z.object({ org_id: z.optional(Id) }),
    body: z.object({
      name: z.nullish(ChannelName),
      archived: z.nullish(z.boolean()),
      org_id: z.nullish(Id),
    }),
    answer: ChannelDetail,
  }),
}
