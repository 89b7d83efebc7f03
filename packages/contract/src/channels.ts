/** Channels of a space: made by members, renamed and archived by its admins (decisions 4.3). */
import * as z from 'zod/mini'
import { Id } from './common.ts'
import { CHANNEL_MAX_CHARS } from './limits.ts'
import { ChannelDetail } from './messages.ts'
import { route } from './route.ts'

export const ChannelName = z
  .string()
  .check(
    z.regex(
      new RegExp(`^[a-z0-9_-]{1,${CHANNEL_MAX_CHARS}}$`),
      `Use 1 to ${CHANNEL_MAX_CHARS} of a-z, 0-9, - and _`,
    ),
  )

export const channelRoutes = {
  create: route({
    method: 'POST',
    path: '/posts/channels',
    access: 'agent',
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
    access: 'agent',
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
