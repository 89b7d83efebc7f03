import type { Webhook, WebhookCall } from '@flockwork/contract/webhooks'
import type { ReactNode } from 'react'
import { webhook as words } from '../../../../strings/agent-webhook.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { fullTime } from '../../../../ui/format-time.ts'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import type { WebhookActs } from './use-webhook.ts'

interface Props {
  webhook: Webhook
  resend: WebhookActs['resend']
}

/** The latest calls; dead letters and failed attempts can be sent again (docs/rules/webhooks.md#dead-letters). */
export function WebhookCalls({ webhook: { calls, waiting, dead, is_on }, resend }: Props) {
  const counts = [...(waiting > 0 ? [words.waiting(waiting)] : []), ...(dead > 0 ? [words.dead(dead)] : [])]
  const isRetrying = calls.some(({ state, attempts }) => state === 'waiting' && attempts > 0)
  return (
    <div className="pt-4">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 pb-1">
        <h4 className="text-sm font-semibold">
          {words.latest}{' '}
          {counts.length > 0 && <span className="tabular font-normal text-ink-3">{counts.join(', ')}</span>}
        </h4>
        {(dead > 1 || isRetrying) && is_on && (
          <Button size="sm" busy={resend.isPending} onClick={() => resend.mutate(undefined)}>
            {words.sendAll}
          </Button>
        )}
      </div>
      {calls.length === 0 && <p className="text-sm text-ink-3">{words.none}</p>}
      <ul>
        {calls.map((call) => (
          <Call key={call.id} call={call}>
            {call.state === 'dead' && is_on && (
              <Button
                size="sm"
                aria-label={words.sendAgainLabel(
                  words.reasons[call.reason],
                  fullTime(new Date(call.created_at)),
                )}
                disabled={resend.isPending}
                onClick={() => resend.mutate(call.id)}
              >
                {words.sendAgain}
              </Button>
            )}
          </Call>
        ))}
      </ul>
    </div>
  )
}

const TONES = { waiting: 'straw', delivered: 'moss', dead: 'rose', cancelled: 'plain' } as const

function Call({ call, children }: { call: WebhookCall; children: ReactNode }) {
  const { reason, state, attempts, problem, due_at, created_at } = call
  return (
    <li className="flex items-center gap-3 border-t border-line py-1.5 first:border-t-0">
      <div className="min-w-0 flex-1 text-sm text-ink-2">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium text-ink">{words.reasons[reason]}</span>
          <RelativeTime at={created_at} />
          <Badge tone={TONES[state]}>{words.states[state]}</Badge>
        </p>
        {problem !== null && (
          <p className="break-words text-ink-3">
            {problem}
            {attempts > 0 && ` · ${words.attempts(attempts)}`}
            {due_at !== null && attempts > 0 && ` · ${words.next(fullTime(new Date(due_at)))}`}
          </p>
        )}
      </div>
      {children}
    </li>
  )
}
