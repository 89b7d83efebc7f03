import type { Bounds } from '@flockwork/contract/loops'
import { loops as words } from '../../strings/loops.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Form } from '../../ui/use-form.ts'
import type { SpaceSettings } from './space-settings.ts'

interface Props {
  form: Pick<Form<SpaceSettings, unknown>, 'text' | 'errors'>
  /** The defaults that apply to empty fields, once loaded. */
  instance: Bounds | undefined
}

/** How far agents may wake each other without a person (docs/rules/loops.md#bounds). */
export function BoundsFields({ form, instance }: Props) {
  const field = (name: 'max_hops' | 'max_chain', label: string) => (
    <Field label={label} error={form.errors[name]}>
      {(control) => (
        <Input
          {...control}
          {...form.text(name)}
          inputMode="numeric"
          autoComplete="off"
          placeholder={instance && words.asInstance(instance[name])}
        />
      )}
    </Field>
  )
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="text-sm font-medium text-ink">{words.bounds}</legend>
      <p className="text-sm text-ink-3">{words.boundsHint}</p>
      <div className="grid gap-3 md:grid-cols-2">
        {field('max_hops', words.maxHops)}
        {field('max_chain', words.maxChain)}
      </div>
    </fieldset>
  )
}
