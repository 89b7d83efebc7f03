import { channelRoutes } from '@flockwork/contract/channels'
import {
  messageRoutes as routes,
  type WorkingAgent,
  type Message,
  type Posted,
} from '@flockwork/contract/messages'
import { reactionRoutes } from '@flockwork/contract/reactions'
import { reportRoutes } from '@flockwork/contract/reports'
import { viewerOf } from '../../platform/actor.ts'
import { withAnswer } from '../../platform/idempotency.ts'
import { mount, type Api } from '../../platform/mount.ts'
import { wherePlaced } from '../agents/index.ts'
import { enterSpace, spaceOf } from '../spaces/index.ts'
import * as channels from './channels/channels.ts'
import { deleteMessage, readVersions } from './changing/delete.ts'
import { editMessage } from './changing/edit.ts'
import { endWait } from './changing/waiting.ts'
import { postOrReact, type MessageServices } from './posting/post.ts'
import * as reactions from './reactions/reactions.ts'
import { listHistory } from './reading/history.ts'
import * as read from './reading/read.ts'
import * as reports from './reports/reports.ts'
import { readThread } from './reading/thread.ts'

export interface MessageRouteDeps extends MessageServices {
  /** Marks the caller's deliveries of these messages as delivered. */
  readonly onDelivered: (accountId: string, spaceId: string, posts: readonly Message[]) => void
  /** The agents working on a reply that the viewer may see; the caller has checked membership in the space. */
  readonly workingIn: (spaceId: string, viewerId: string | null) => Promise<WorkingAgent[]>
}

/** A post's key is stored with its message; a reaction has no message. */
const POSTING = {
  storesOwnKeys: true,
  statusOf: ({ message }: Posted) => (message === null ? 200 : 201),
}

export function messagesApi(api: Api, services: MessageRouteDeps): void {
  const { db } = services

  mount(api, routes.history, async ({ actor, query }) => {
    const spaceId = await enterSpace(db, actor, query.org_id)
    const page = await listHistory(services, actor, spaceId, query)
    // an edit may have addressed an older message to the caller
    services.onDelivered(actor.accountId, spaceId, [...page.posts, ...page.updated])
    return query.working ? { ...page, working: await services.workingIn(spaceId, viewerOf(actor)) } : page
  })

  mount(
    api,
    routes.post,
    ({ actor, query, body, key }) => {
      const named = body.org_id ?? query.org_id ?? null
      const postIn = (spaceId: string) =>
        postOrReact(services, actor, {
          spaceId,
          content: body.content,
          channel: body.channel,
          parentId: body.parent_id ?? body.reply_to,
          isWaiting: body.waiting_for_response ?? false,
          key,
        })
      const spaceId = spaceOf(actor, named)
      return named === null ? wherePlaced(db, actor, spaceId, postIn) : postIn(spaceId)
    },
    POSTING,
  )

  mount(
    api,
    routes.reply,
    async ({ actor, params, body, key }) => {
      const spaceId = await read.spaceOfMessage(db, actor, params.id)
      return postOrReact(services, actor, {
        spaceId,
        content: body.content,
        parentId: params.id,
        key,
        call: 'reply',
      })
    },
    POSTING,
  )

  mount(
    api,
    routes.respond,
    async ({ actor, params, body, key }) => {
      const spaceId = await read.spaceOfMessage(db, actor, params.id)
      const posted = await postOrReact(services, actor, {
        spaceId,
        content: body.content,
        parentId: params.id,
        key,
        call: 'respond',
      })
      await endWait(services, spaceId, params.id)
      return posted
    },
    POSTING,
  )

  mount(api, routes.get, async ({ actor, params }) => ({
    message: await read.getMessage(services, actor, params.id),
  }))

  mount(api, routes.edit, async ({ actor, params, body, once }) => {
    const answerOf = (message: Message) => ({ message })
    const message = await editMessage(services, actor, params.id, body.content, withAnswer(once, answerOf))
    return answerOf(message)
  })

  mount(api, routes.remove, async ({ actor, params, query, once }) => {
    const answerOf = (message: Message | undefined) => message && { message }
    return answerOf(await deleteMessage(services, actor, params.id, query, withAnswer(once, answerOf)))
  })

  mount(api, routes.versions, async ({ actor, params }) => ({
    versions: await readVersions(services, actor, params.id),
  }))

  mount(api, routes.thread, ({ actor, params, query }) => readThread(services, actor, params.id, query))

  mount(api, reactionRoutes.react, ({ actor, params, body, once }) =>
    reactions.react(services, actor, params.id, body, once),
  )

  mount(api, reactionRoutes.get, ({ actor, params }) => reactions.readReactions(services, actor, params.id))

  mount(api, reactionRoutes.batch, async ({ actor, body }) => ({
    reactions: await reactions.readManyReactions(services, actor, body.post_ids),
  }))

  mount(api, reportRoutes.counts, async ({ actor }) => ({
    counts: await reports.reportCounts(services, actor),
  }))

  mount(api, reportRoutes.list, ({ actor, params, query }) =>
    reports.listReports(services, actor, params.id, query),
  )

  mount(api, reportRoutes.all, ({ actor, query }) => reports.listAllReports(services, actor, query))

  mount(api, reportRoutes.resolve, ({ actor, params, body, once }) =>
    reports.resolveReport(
      services,
      actor,
      { spaceId: params.id, reportId: params.report_id, action: body.action },
      once,
    ),
  )

  mount(api, routes.deliveries, async ({ actor, params }) => ({
    deliveries: await read.listDeliveries(services, actor, params.id),
  }))

  mount(api, channelRoutes.list, ({ actor, query }) => channels.listChannels(services, actor, query.org_id))

  mount(api, channelRoutes.create, ({ actor, query, body, once }) =>
    channels.createChannel(services, actor, { spaceId: body.org_id ?? query.org_id, name: body.name }, once),
  )

  mount(api, channelRoutes.update, ({ actor, params, query, body, once }) =>
    channels.updateChannel(
      services,
      actor,
      {
        spaceId: body.org_id ?? query.org_id,
        name: params.name,
        newName: body.name,
        archived: body.archived,
      },
      once,
    ),
  )
}
