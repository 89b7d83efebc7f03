import type { SetPattern } from '@flockwork/contract/admin/guardrails'
import { GUARDRAIL_SEVERITIES, type GuardrailMode } from '@flockwork/contract/guardrails'
import { MESSAGE_MAX_CHARS, PATTERN_MAX_CHARS, PATTERN_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import { useState } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { adminGuardrails } from '../../../strings/admin-guardrails.ts'
import { adminViolations } from '../../../strings/admin-violations.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { useForm } from '../../../ui/use-form.ts'
import { MarkedText } from './marked-text.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { usePatternCalls, type PatternFields } from './use-guardrails.ts'
import { usePatternCheck } from './use-pattern-check.ts'

const words = adminGuardrails.patterns
const NEW: PatternFields = { name: '', pattern: '', mode: 'block', severity: 'medium' }

interface Props {
  /** Null: a new one. */
  pattern: SetPattern | null
  open: boolean
  onClose: () => void
}

/** A custom pattern, validated while typing and testable against a sample text. */
export function PatternDialog({ pattern, open, onClose }: Props) {
  const calls = usePatternCalls()
  const [sample, setSample] = useState('')
  const form = useForm<PatternFields, void>({
    initial:
      pattern === null
        ? NEW
        : { name: pattern.name, pattern: pattern.pattern, mode: pattern.mode, severity: pattern.severity },
    check: ({ name, pattern: text }) => ({
      name: name.trim() === '' && words.needsName,
      pattern: text === '' && words.needsPattern,
    }),
    send: (fields) => (pattern === null ? calls.add(fields) : calls.change(pattern.id, fields)),
    onSent: onClose,
    refused: (error) => detailOf(error, words.failed),
  })
  const { problem, ranges, isCurrent } = usePatternCheck(form.values.pattern, sample)
  const mistake =
    problem === null
      ? undefined
      : problem.at === null
        ? problem.message
        : words.at(problem.message, problem.at)

  return (
    <FormDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={pattern === null ? words.addTitle : words.editTitle}
      description={words.syntax}
      phone="full"
      form={form}
      submit={pattern === null ? words.add : words.save}
      submitting={pattern === null ? words.adding : words.saving}
      cancel={words.cancel}
    >
      <form {...form.props} className="flex flex-col gap-4">
        <Field label={words.name} error={form.errors.name} hint={words.nameHint}>
          {(control) => (
            <Input {...control} {...form.text('name')} required maxLength={PATTERN_NAME_MAX_CHARS} />
          )}
        </Field>
        <Field label={words.pattern} error={form.errors.pattern ?? mistake}>
          {(control) => (
            <Input
              {...control}
              {...form.text('pattern')}
              required
              maxLength={PATTERN_MAX_CHARS}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </Field>
        <Field label={words.sample} optional hint={words.sampleHint}>
          {(control) => (
            <Textarea
              {...control}
              dir="auto"
              value={sample}
              maxLength={MESSAGE_MAX_CHARS}
              onChange={(event) => setSample(event.target.value)}
            />
          )}
        </Field>
        <div role="status" className="flex flex-col gap-1.5 empty:hidden">
          {sample !== '' && isCurrent && problem === null && (
            <>
              <p className="text-sm text-ink-2">{words.matches(ranges.length)}</p>
              {ranges.length > 0 && (
                <MarkedText label={adminGuardrails.trial.result} text={sample} ranges={ranges} />
              )}
            </>
          )}
        </div>
        <div className="flex flex-wrap items-start gap-4">
          <Field label={words.severity}>
            {(control) => (
              <Select
                {...control}
                {...form.choice('severity')}
                onValueChange={(value) => {
                  const severity = GUARDRAIL_SEVERITIES.find((one) => one === value)
                  if (severity) form.change({ severity })
                }}
                choices={GUARDRAIL_SEVERITIES.map((value) => ({
                  value,
                  label: adminViolations.severities[value],
                }))}
              />
            )}
          </Field>
          <div>
            <p aria-hidden="true" className="mb-1.5 text-sm font-medium text-ink">
              {words.mode}
            </p>
            <ModeSwitch
              label={words.mode}
              mode={form.values.mode}
              onMode={(mode: GuardrailMode) => form.change({ mode })}
            />
          </div>
        </div>
        <FailureNote message={form.message} />
      </form>
    </FormDialog>
  )
}
