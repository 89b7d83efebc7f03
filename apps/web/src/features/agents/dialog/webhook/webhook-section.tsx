import type { Webhook } from '@flockwork/contract/webhooks'
import { useState } from 'react'
import { webhook as words } from '../../../../strings/agent-webhook.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Button } from '../../../../ui/button.tsx'
import { fullTime } from '../../../../ui/format-time.ts'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { useNow } from '../../../../ui/use-now.ts'
import { DialogSection } from '../dialog-section.tsx'
import { AddressForm } from './address-form.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useWebhook, useWebhookActs, type WebhookActs } from './use-webhook.ts'
import { WebhookCalls } from './webhook-calls.tsx'

/** Where the server calls when something is addressed to the agent (docs/rules/webhooks.md). */
export function WebhookSection({ agentId }: { agentId: string }) {
  const { data, isPending, isError } = useWebhook(agentId)
  const acts = useWebhookActs(agentId)
  const [isEditing, setEditing] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)

  return (
    <DialogSection title={words.title}>
      <p className="max-w-measure text-base text-ink-2">{words.text}</p>
      {isPending && <p className="pt-2 text-base text-ink-3">{words.loading}</p>}
      {isError && data === undefined && <p className="pt-2 text-base text-ink-3">{words.failed}</p>}
      {data && <State webhook={data} acts={acts} />}
      {data !== undefined &&
        (isEditing ? (
          <AddressForm
            url={data?.url ?? ''}
            save={acts.save}
            onSaved={(made) => {
              setEditing(false)
              setSecret(made)
            }}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <Buttons webhook={data} acts={acts} onEdit={() => setEditing(true)} onSecret={setSecret} />
        ))}
      {data && <WebhookCalls webhook={data} resend={acts.resend} />}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </DialogSection>
  )
}

function State({ webhook, acts: { toggle } }: { webhook: Webhook; acts: WebhookActs }) {
  const { url, is_on, failing_since, ended, old_secret_until } = webhook
  const now = useNow()
  return (
    <>
      <p dir="ltr" className="code py-2 break-all text-ink">
        {url}
      </p>
      <Switch
        label={words.on}
        hint={is_on ? words.onHint : words.offHint}
        checked={is_on}
        disabled={toggle.isPending}
        onCheckedChange={(isOn) => toggle.mutate({ url, is_on: isOn })}
      />
      {ended && (
        <div className="mt-2 rounded-control bg-rose-soft px-3 py-2 text-nav break-words text-ink">
          <p>
            <span className="font-semibold">{words.ended}</span> <RelativeTime at={ended.at} />
          </p>
          <p>{words.endedText(ended.why)}</p>
        </div>
      )}
      {is_on && failing_since !== null && (
        <p className="mt-2 rounded-control bg-egg-soft px-3 py-2 text-nav text-ink">
          {words.failing(fullTime(new Date(failing_since)))}
        </p>
      )}
      {old_secret_until !== null && Date.parse(old_secret_until) > now && (
        <p className="pt-2 text-sm text-ink-3">{words.oldSecret(fullTime(new Date(old_secret_until)))}</p>
      )}
    </>
  )
}

interface ButtonsProps {
  webhook: Webhook | null
  acts: WebhookActs
  onEdit: () => void
  onSecret: (secret: string) => void
}

function Buttons({ webhook, acts: { test, rotate, remove }, onEdit, onSecret }: ButtonsProps) {
  const [asked, setAsked] = useState<'rotate' | 'remove' | null>(null)
  const close = () => setAsked(null)
  if (webhook === null) {
    return (
      <Button className="mt-3" onClick={onEdit}>
        {words.set}
      </Button>
    )
  }
  return (
    <>
      <div className="flex flex-wrap gap-2 pt-3">
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? words.testing : words.test}
        </Button>
        <Button variant="quiet" onClick={onEdit}>
          {words.change}
        </Button>
        <Button variant="quiet" onClick={() => setAsked('rotate')}>
          {words.rotate}
        </Button>
        <Button variant="quiet" onClick={() => setAsked('remove')}>
          {words.remove}
        </Button>
      </div>
      <p role="status" className="pt-2 text-sm break-words text-ink-2 empty:hidden">
        {test.data && (test.data.ok ? words.testWorked(test.data.status ?? 0) : test.data.problem)}
      </p>
      <ConfirmDialog
        open={asked === 'rotate'}
        title={words.rotateTitle}
        text={words.rotateText}
        act={words.rotate}
        acting={words.rotating}
        busy={rotate.isPending}
        tone="plain"
        onConfirm={() =>
          rotate.mutate(undefined, { onSuccess: ({ secret }) => onSecret(secret), onSettled: close })
        }
        onClose={close}
      />
      <ConfirmDialog
        open={asked === 'remove'}
        title={words.removeTitle}
        text={words.removeText}
        act={words.remove}
        acting={words.removing}
        busy={remove.isPending}
        tone="danger"
        onConfirm={() => remove.mutate(undefined, { onSettled: close })}
        onClose={close}
      />
    </>
  )
}
