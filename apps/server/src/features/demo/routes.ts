import { demoRoutes } from '@flockwork/contract/demo'
import type { Message } from '@flockwork/contract/messages'
import { onboardingRoutes } from '@flockwork/contract/onboarding'
import { withAnswer } from '../../platform/idempotency.ts'
import { mount, type Api } from '../../platform/mount.ts'
import * as service from './service.ts'

export function demoApi(api: Api, services: service.DemoDeps): void {
  mount(api, demoRoutes.start, ({ actor, body, once }) =>
    service.startDemo(services, actor, body.scenario, once),
  )
  mount(api, demoRoutes.messages, async ({ actor }) => ({
    messages: await service.readDemo(services, actor),
  }))
  mount(api, demoRoutes.message, async ({ actor, body: { content, parent_id: parentId = null }, once }) => {
    const answerOf = (message: Message) => ({ message })
    return answerOf(
      await service.postInDemo(services, actor, { content, parentId }, withAnswer(once, answerOf)),
    )
  })
  mount(api, demoRoutes.react, ({ actor, body: { parent_id: messageId, emoji, add = null }, once }) =>
    service.reactInDemo(actor, { messageId, emoji, add }, once),
  )
  mount(api, demoRoutes.clear, ({ actor, once }) => service.clearDemo(services, actor, once))
  mount(api, onboardingRoutes.runDemo, ({ actor, once }) => service.runFirstDemo(services, actor, once))
}
