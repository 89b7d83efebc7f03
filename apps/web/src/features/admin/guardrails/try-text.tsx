import { adminGuardrailRoutes as routes, type TriedFinding } from '@flockwork/contract/admin/guardrails'
import { GUARDRAIL_WRITERS } from '@flockwork/contract/guardrails'
import { MESSAGE_MAX_CHARS } from '@flockwork/contract/limits'
import { useServices } from '../../../api/services.ts'
import { detailOf } from '../../../api/api-error.ts'
import { adminGuardrails } from '../../../strings/admin-guardrails.ts'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { MarkedText } from './marked-text.tsx'

const words = adminGuardrails.trial
const TONES: Record<TriedFinding['mode'], BadgeTone> = { block: 'rose', report: 'straw', off: 'plain' }

interface Tried {
  text: string
  findings: readonly TriedFinding[]
}

/** Tests the rules against a text that is not stored. */
export function TryText() {
  const { api } = useServices()
  const form = useForm<{ text: string; writer: (typeof GUARDRAIL_WRITERS)[number] }, Tried>({
    initial: { text: '', writer: 'person' },
    send: async (body) => {
      const { findings } = await api.call(routes.try, { body })
      return { text: body.text, findings }
    },
    refused: (error) => detailOf(error, words.failed),
  })
  return (
    <section aria-labelledby="try-text">
      <h3 id="try-text" className="text-nav font-medium">
        {words.title}
      </h3>
      <p className="mt-1 text-sm text-ink-2">{words.text}</p>
      <form {...form.props} className="mt-3 flex flex-col gap-3">
        <Field label={words.label} error={form.errors.text}>
          {(control) => (
            <Textarea {...control} {...form.text('text')} dir="auto" maxLength={MESSAGE_MAX_CHARS} />
          )}
        </Field>
        <div className="flex flex-wrap items-end gap-3">
          <Field label={words.writer}>
            {(control) => (
              <Select
                {...control}
                value={form.values.writer}
                onValueChange={(value) =>
                  form.change({ writer: GUARDRAIL_WRITERS.find((one) => one === value) ?? 'person' })
                }
                choices={GUARDRAIL_WRITERS.map((value) => ({ value, label: words[value] }))}
              />
            )}
          </Field>
          <Button type="submit" busy={form.isBusy} disabled={form.values.text === ''}>
            {form.isBusy ? words.acting : words.act}
          </Button>
        </div>
        <FailureNote message={form.message} />
      </form>
      <div role="status" className="mt-3 empty:hidden">
        {form.sent && <Findings {...form.sent} />}
      </div>
    </section>
  )
}

function Findings({ text, findings }: Tried) {
  if (findings.length === 0) return <p className="text-sm text-moss">{words.allowed}</p>
  return (
    <div className="flex flex-col gap-3">
      <MarkedText label={words.result} text={text} ranges={findings.flatMap(({ ranges }) => ranges)} />
      <ul aria-label={words.findings} className="flex flex-col gap-1.5">
        {findings.map(({ rule, name, mode }) => (
          <li key={rule} className="flex flex-wrap items-center gap-2 text-sm">
            <Badge tone={TONES[mode]}>{adminGuardrails.modes[mode]}</Badge>
            <span>
              {name} <span className="text-ink-3">{words.would[mode]}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
