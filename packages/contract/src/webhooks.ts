/** The webhook of an agent, which the server calls when something is addressed to it (docs/webhooks.md). */
import * as z from 'zod/mini'
import { Id, IdParams, Time } from './common.ts'
import { WEBHOOK_URL_MAX_CHARS } from './limits.ts'
import { route } from './route.ts'

/** The state of one delivery's calls. */
export const WebhookCall = z.object({
  /** The `webhook-id` of every attempt, which is the delivery's id. */
  id: Id,
  reason: z.enum(['mention', 'reply', 'assignment', 'approval']),
  /** Waiting for its next attempt, accepted by the receiver, given up, or cancelled. */
  state: z.enum(['waiting', 'delivered', 'dead', 'cancelled']),
  attempts: z.number(),
  /** The time of the last attempt. */
  tried_at: z.nullable(Time),
  /** The status of the last attempt's answer; null for no answer. */
  status: z.nullable(z.number()),
  /** Why it wasn't delivered. */
  problem: z.nullable(z.string()),
  /** The earliest time of the next attempt. */
  due_at: z.nullable(Time),
  created_at: Time,
})
export type WebhookCall = z.infer<typeof WebhookCall>

export const Webhook = z.object({
  url: z.string(),
  is_on: z.boolean(),
  /** Since when no attempt has succeeded; null while it works. */
  failing_since: z.nullable(Time),
  /** Why and when the server switched it off automatically; null if it didn't. */
  ended: z.nullable(z.object({ at: Time, why: z.string() })),
  /** Until when the previous secret also signs after a rotation. */
  old_secret_until: z.nullable(Time),
  waiting: z.number(),
  dead: z.number(),
  /** The latest calls, newest first. */
  calls: z.array(WebhookCall),
  created_at: Time,
})
export type Webhook = z.infer<typeof Webhook>

export const WebhookTest = z.object({
  ok: z.boolean(),
  status: z.nullable(z.number()),
  /** What went wrong; null if it worked. */
  problem: z.nullable(z.string()),
})
export type WebhookTest = z.infer<typeof WebhookTest>

const Secret = z.string()

export const webhookRoutes = {
  get: route({
    method: 'GET',
    path: '/auth/agents/:id/webhook',
    access: 'session',
    summary: "An agent's webhook and its latest calls (its owner alone)",
    params: IdParams,
    answer: z.object({ webhook: z.nullable(Webhook) }),
  }),
  save: route({
    method: 'PUT',
    path: '/auth/agents/:id/webhook',
    access: 'session',
    summary:
      'Set the address of an agent’s webhook, or switch it on or off; a new one’s secret is shown once',
    params: IdParams,
    body: z.object({
      url: z.string().check(z.trim(), z.minLength(1), z.maxLength(WEBHOOK_URL_MAX_CHARS)),
      is_on: z.optional(z.boolean()),
    }),
    /** The secret of a new webhook; null for an existing one. */
    answer: z.object({ webhook: Webhook, secret: z.nullable(Secret) }),
    answersSecret: true,
  }),
  rotate: route({
    method: 'POST',
    path: '/auth/agents/:id/webhook/rotate',
    access: 'session',
    summary: 'Replace the secret of an agent’s webhook; the one before signs as well for 24 hours',
    params: IdParams,
    answer: z.object({ webhook: Webhook, secret: Secret }),
    answersSecret: true,
  }),
  remove: route({
    method: 'DELETE',
    path: '/auth/agents/:id/webhook',
    access: 'session',
    summary: 'Remove an agent’s webhook',
    params: IdParams,
  }),
  test: route({
    method: 'POST',
    path: '/auth/agents/:id/webhook/test',
    access: 'session',
    summary: 'Send a signed test to an agent’s webhook and say how it was answered',
    params: IdParams,
    answer: WebhookTest,
    ignoresIdempotencyKey: true,
  }),
  resend: route({
    method: 'POST',
    path: '/auth/agents/:id/webhook/resend',
    access: 'session',
    summary: 'Send one dead letter of an agent’s webhook again, or all and what waits for its next attempt',
    params: IdParams,
    body: z.object({ call_id: z.optional(Id) }),
    answer: z.object({ webhook: Webhook }),
  }),
}
