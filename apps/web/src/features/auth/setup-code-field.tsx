import type { RefObject } from 'react'
import { strings } from '../../strings.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { SetupCode } from './use-setup-code.ts'

const words = strings.login

interface Props {
  code: SetupCode
  input: RefObject<HTMLInputElement | null>
  /** The form that Enter in this field sends. */
  formId: string
}

/** The code that the server printed at its start: for the first account, whichever way it is made. */
export function SetupCodeField({ code, input, formId }: Props) {
  return (
    <Field
      label={words.setupCode}
      aside={<span className="text-sm text-ink-3">{words.setupCodeHint}</span>}
      error={code.error}
    >
      {(control) => (
        <Input
          {...control}
          ref={input}
          form={formId}
          size="lg"
          required
          value={code.value}
          onChange={(event) => code.type(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </Field>
  )
}
