import { demoRoutes } from '@flockwork/contract/demo'
import { onboardingRoutes } from '@flockwork/contract/onboarding'
import { mount, type Api } from '../../platform/mount.ts'
import * as service from './service.ts'

export function demoApi(api: Api, services: service.DemoServices): void {
  mount(api, demoRoutes.start, ({ actor, body, keep }) =>
    service.startDemo(services, actor, body.scenario, keep),
  )
  mount(api, demoRoutes.messages, async ({ actor }) => ({
    messages: await service.readDemo(services, actor),
  }))
  mount(api, demoRoutes.message, async ({ actor, body: { content, parent_id: parentId = null }, keep }) => ({
    message: await service.sayInDemo(services, actor, { content, parentId }, keep),
  }))
  mount(api, demoRoutes.react, ({ actor, body: { parent_id: messageId, emoji, add = null }, keep }) =>
    service.reactInDemo(services, actor, { messageId, emoji, add }, keep),
  )
  mount(api, demoRoutes.clear, ({ actor, keep }) => service.clearDemo(services, actor, keep))
  mount(api, onboardingRoutes.runDemo, ({ actor, keep }) => service.runFirstDemo(services, actor, keep))
}
