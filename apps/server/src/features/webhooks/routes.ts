import { webhookRoutes as routes } from '@flockwork/contract/webhooks'
import { mount, type Api } from '../../platform/mount.ts'
import type { WebhookServices } from './services.ts'
import { readWebhook, removeWebhook, resendCalls, rotateSecret, setWebhook, testWebhook } from './settings.ts'

export function webhooksApi(api: Api, services: WebhookServices): void {
  mount(api, routes.get, ({ actor, params }) => readWebhook(services, actor, params.id))
  mount(api, routes.save, ({ actor, params, body, once }) =>
    setWebhook(services, actor, params.id, body, once),
  )
  mount(api, routes.rotate, ({ actor, params, once }) => rotateSecret(services, actor, params.id, once))
  mount(api, routes.remove, ({ actor, params, once }) => removeWebhook(services, actor, params.id, once))
  mount(api, routes.test, ({ actor, params }) => testWebhook(services, actor, params.id))
  mount(api, routes.resend, ({ actor, params, body, once }) =>
    resendCalls(services, actor, params.id, body.call_id, once),
  )
}
