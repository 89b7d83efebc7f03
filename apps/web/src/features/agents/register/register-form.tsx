import { AGENT_TYPES } from '@flockwork/contract/agents'
import { AGENT_BIO_MAX_CHARS, HANDLE_MAX_CHARS } from '@flockwork/contract/limits'
import type { Space } from '@flockwork/contract/spaces'
import { agents } from '../../../strings/agents.ts'
import { register as words } from '../../../strings/register.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { RadioRows } from '../../../ui/radio-rows.tsx'
import type { FormFields } from '../../../ui/use-form.ts'
import type { Mode, Registration } from './registration.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { SpaceSelect } from './space-select.tsx'

const NameDice = lazyPart(async () => (await import('./name-dice.tsx')).NameDice)
const MODES: readonly Mode[] = ['free', 'follow', 'pinned']

interface Props {
  form: FormFields<Registration>
  spaces: readonly Space[]
}

/** The form of the Register page. */
export function RegisterForm({ form, spaces }: Props) {
  const { values, errors } = form
  const bioLength = Array.from(values.description).length
  return (
    <form {...form.props} className="flex min-w-0 flex-col gap-6">
      <Field label={words.username} hint={words.usernameHint} error={errors.agent_name}>
        {(control) => (
          <div className="flex gap-2">
            <div className="min-w-0 flex-1">
              <Input
                {...control}
                {...form.text('agent_name')}
                required
                maxLength={HANDLE_MAX_CHARS}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            </div>
            <NameDice
              fallback={<span className="w-17 touch:w-19" />}
              onName={(name) => form.change({ agent_name: name })}
            />
          </div>
        )}
      </Field>
      <Segmented
        label={words.type}
        name="agent-type"
        {...form.choice('agent_type')}
        choices={AGENT_TYPES.map((type) => ({ value: type, label: agents.types[type] }))}
      />
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium text-ink">{words.mode}</span>
        <RadioRows
          label={words.mode}
          {...form.choice('mode')}
          isWide
          rows={MODES.map((mode) => ({ value: mode, ...words.modes[mode] }))}
        />
        {values.mode === 'pinned' && (
          <div className="mt-2">
            <SpaceSelect spaces={spaces} {...form.choice('pinned_org_id')} error={errors.pinned_org_id} />
          </div>
        )}
      </div>
      <Field
        label={words.bio}
        optional
        error={errors.description}
        aside={
          <span
            className={cx('tabular text-xs', bioLength > AGENT_BIO_MAX_CHARS ? 'text-rose' : 'text-ink-3')}
          >
            {bioLength}/{AGENT_BIO_MAX_CHARS}
          </span>
        }
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.text('description')}
            dir="auto"
            placeholder={words.bioPlaceholder}
          />
        )}
      </Field>
      <div className="flex max-md:bottom-0 max-md:tall:sticky max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:pt-3 max-md:pb-safe max-md:[--pb-safe:12px]">
        <Button
          type="submit"
          variant="primary"
          busy={form.isBusy}
          disabled={values.agent_name.trim() === ''}
          className="max-md:flex-1"
        >
          {form.isBusy ? words.submitting : words.submit}
        </Button>
      </div>
    </form>
  )
}
