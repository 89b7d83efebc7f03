import { inboxRoutes as routes } from '@flockwork/contract/inbox'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { mount, type Api } from '../../platform/mount.ts'
import { markRead, readInbox } from './inbox.ts'
import { moveReadPosition } from './read-position.ts'

export interface InboxRouteDeps {
  readonly db: Db
  readonly clock: Clock
  readonly onDelivered: (readerId: string, spaceId: string, messageIds: readonly string[]) => void
}

export function inboxApi(api: Api, services: InboxRouteDeps): void {
  mount(api, routes.list, ({ actor, query }) => readInbox(services, actor, query))
  mount(api, routes.read, ({ actor, body, once }) => markRead(services, actor, body.ids, once))
  mount(api, routes.seen, ({ actor, params, body, once }) =>
    moveReadPosition(services, actor, { spaceId: params.id, messageId: body.message_id }, once),
  )
}
