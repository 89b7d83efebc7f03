import { messageRoutes as routes, type Message } from '@flockwork/contract/messages'
import { wireTimeOrNull } from '../../platform/clock.ts'
import { mount, type Api } from '../../platform/mount.ts'
import { enterSpace, spaceOf } from '../spaces/index.ts'
import { postMessage, type MessageServices } from './post.ts'
import * as read from './read.ts'
import * as repository from './repository.ts'
import { endWait } from './waiting.ts'

export interface MessageWeb extends MessageServices {
  /** The caller was handed these messages: what was addressed to it among them is delivered. */
  readonly onHanded: (accountId: string, spaceId: string, posts: readonly Message[]) => void
}

/** Posts keep their keys themselves, in the statement that stores them. */
const OWN_KEYS = { keepsOwnKeys: true }

export function messagesApi(api: Api, services: MessageWeb): void {
  const { db } = services

  mount(api, routes.history, async ({ actor, query }) => {
    const spaceId = await enterSpace(db, actor, query.org_id)
    const page = await read.listHistory(services, actor, spaceId, query)
    services.onHanded(actor.accountId, spaceId, page.posts)
    return page
  })

  mount(
    api,
    routes.post,
    async ({ actor, query, body, key }) => ({
      message: await postMessage(services, actor, {
        spaceId: spaceOf(actor, body.org_id ?? query.org_id),
        content: body.content,
        channel: body.channel,
        parentId: body.parent_id ?? body.reply_to,
        isWaiting: body.waiting_for_response ?? false,
        key,
      }),
    }),
    OWN_KEYS,
  )

  mount(
    api,
    routes.reply,
    async ({ actor, params, body, key }) => {
      const spaceId = await read.spaceOfMessage(db, actor, params.id)
      return {
        message: await postMessage(services, actor, {
          spaceId,
          content: body.content,
          parentId: params.id,
          key,
          call: 'reply',
        }),
      }
    },
    OWN_KEYS,
  )

  mount(
    api,
    routes.respond,
    async ({ actor, params, body, key }) => {
      const spaceId = await read.spaceOfMessage(db, actor, params.id)
      const message = await postMessage(services, actor, {
        spaceId,
        content: body.content,
        parentId: params.id,
        key,
        call: 'respond',
      })
      await endWait(services, spaceId, params.id)
      return { message }
    },
    OWN_KEYS,
  )

  mount(api, routes.get, async ({ actor, params }) => ({
    message: await read.getMessage(services, actor, params.id),
  }))

  mount(api, routes.thread, ({ actor, params, query }) => read.readThread(services, actor, params.id, query))

  mount(api, routes.deliveries, async ({ actor, params }) => ({
    deliveries: await read.listDeliveries(services, actor, params.id),
  }))

  mount(api, routes.channels, async ({ actor, query }) => {
    const spaceId = await enterSpace(db, actor, query.org_id)
    const rows = await repository.listChannels(db, spaceId)
    return {
      channels: rows.filter(({ archived_at }) => archived_at === null).map(({ name }) => name),
      details: rows.map((row) => ({
        name: row.name,
        post_count: row.post_count ?? 0,
        last_message_at: wireTimeOrNull(row.last_message_at),
        archived: row.archived_at !== null,
      })),
    }
  })
}
