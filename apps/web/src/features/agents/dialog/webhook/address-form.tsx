import { WEBHOOK_URL_MAX_CHARS } from '@flockwork/contract/limits'
import { useEffect, useRef } from 'react'
import { detailOf } from '../../../../api/api-error.ts'
import { webhook as words } from '../../../../strings/agent-webhook.ts'
import { Button } from '../../../../ui/button.tsx'
import { FailureNote } from '../../../../ui/failure-note.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Input } from '../../../../ui/input.tsx'
import { useForm } from '../../../../ui/use-form.ts'
import type { WebhookActs } from './use-webhook.ts'

interface Props {
  url: string
  save: WebhookActs['save']
  /** Called with the secret of a new webhook. */
  onSaved: (secret: string | null) => void
  onCancel: () => void
}

/** The webhook's URL. */
export function AddressForm({ url, save, onSaved, onCancel }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const form = useForm({
    initial: { url },
    check: (values) => ({ url: values.url.trim() === '' && words.needsAddress }),
    send: (values) => save({ url: values.url.trim() }),
    onSent: ({ secret }) => onSaved(secret),
    refused: (error) => detailOf(error, words.saveFailed),
  })
  useEffect(() => field.current?.focus(), [])

  return (
    <form {...form.props} className="max-w-measure pt-2">
      <Field label={words.address} hint={words.addressHint} error={form.errors.url}>
        {(control) => (
          <Input
            {...control}
            {...form.text('url')}
            ref={field}
            required
            dir="ltr"
            inputMode="url"
            autoComplete="off"
            maxLength={WEBHOOK_URL_MAX_CHARS}
            placeholder="https://"
          />
        )}
      </Field>
      <FailureNote message={form.message} />
      <div className="flex gap-2 pt-3">
        <Button type="submit" variant="primary" busy={form.isBusy}>
          {form.isBusy ? words.saving : words.save}
        </Button>
        <Button onClick={onCancel}>{words.cancel}</Button>
      </div>
    </form>
  )
}
