import { demoRoutes } from '@flockwork/contract/demo'
import { onboardingRoutes } from '@flockwork/contract/onboarding'
import { mount, type Api } from '../../platform/mount.ts'
import * as service from './service.ts'

export function demoApi(api: Api, services: service.DemoDeps): void {
  mount(api, demoRoutes.start, ({ actor, body, storeKey }) =>
    service.startDemo(services, actor, body.scenario, storeKey),
  )
  mount(api, demoRoutes.messages, async ({ actor }) => ({
    messages: await service.readDemo(services, actor),
  }))
  mount(
    api,
    demoRoutes.message,
    async ({ actor, body: { content, parent_id: parentId = null }, storeKey }) => ({
      message: await service.postInDemo(services, actor, { content, parentId }, storeKey),
    }),
  )
  mount(api, demoRoutes.react, ({ actor, body: { parent_id: messageId, emoji, add = null }, storeKey }) =>
    service.reactInDemo(services, actor, { messageId, emoji, add }, storeKey),
  )
  mount(api, demoRoutes.clear, ({ actor, storeKey }) => service.clearDemo(services, actor, storeKey))
  mount(api, onboardingRoutes.runDemo, ({ actor, storeKey }) =>
    service.runFirstDemo(services, actor, storeKey),
  )
}
