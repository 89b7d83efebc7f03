import { AGENT_TYPES } from '@flockwork/contract/agents'
import { AGENT_BIO_MAX_CHARS, HANDLE_MAX_CHARS } from '@flockwork/contract/limits'
import type { Space } from '@flockwork/contract/spaces'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { agents } from '../../../strings/agents.ts'
import { register as words } from '../../../strings/register.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/field.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { RadioRows } from '../../../ui/radio-rows.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { faultsOf, problemOf, type Faults, type Mode, type Registration } from './registration.ts'
import { Segmented } from '../segmented.tsx'
import { SpaceSelect } from './space-select.tsx'

const NameDice = lazyPart(async () => (await import('./name-dice.tsx')).NameDice)
const MODES: readonly Mode[] = ['free', 'follow', 'pinned']
const NO_FAULTS: Faults = {}

interface Props {
  value: Registration
  onChange: (value: Registration) => void
  spaces: readonly Space[]
  busy: boolean
  /** What the server said against it. */
  refused: Faults
  onSubmit: () => void
}

/** The form of the Register page. The first field with an error takes the focus. */
export function RegisterForm({ value, onChange, spaces, busy, refused, onSubmit }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const toast = useToast()
  const [found, setFound] = useState(NO_FAULTS)
  const faults: Faults = { ...refused, ...found }

  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  }, [refused, found])

  function change(part: Partial<Registration>) {
    onChange({ ...value, ...part })
    setFound(NO_FAULTS)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const faults = faultsOf(value)
    if (Object.keys(faults).length === 0) return onSubmit()
    setFound(faults)
    const said = problemOf(faults)
    if (said) toast({ ...said, tone: 'bad' })
  }

  const bioLength = Array.from(value.bio).length
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-6">
      <Field label={words.username} hint={words.usernameHint} error={faults.username}>
        {(control) => (
          <div className="flex gap-2">
            <div className="min-w-0 flex-1">
              <Input
                {...control}
                required
                maxLength={HANDLE_MAX_CHARS}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={value.username}
                onChange={(event) => change({ username: event.target.value })}
              />
            </div>
            <NameDice
              fallback={<span className="w-17 touch:w-19" />}
              onName={(username) => change({ username })}
            />
          </div>
        )}
      </Field>
      <Segmented
        label={words.type}
        name="agent-type"
        value={value.type}
        onValueChange={(type) => change({ type })}
        choices={AGENT_TYPES.map((type) => ({ value: type, label: agents.types[type] }))}
      />
      <div className="flex flex-col gap-1.5">
        <span className="text-sm font-medium text-ink">{words.mode}</span>
        <RadioRows
          label={words.mode}
          value={value.mode}
          onValueChange={(mode) => change({ mode })}
          rows={MODES.map((mode) => ({ value: mode, ...words.modes[mode] }))}
        />
        {value.mode === 'pinned' && (
          <div className="mt-2">
            <SpaceSelect
              spaces={spaces}
              value={value.spaceId}
              onValueChange={(spaceId) => change({ spaceId })}
              error={faults.spaceId}
            />
          </div>
        )}
      </div>
      <Field
        label={words.bio}
        optional
        error={faults.bio}
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
            dir="auto"
            placeholder={words.bioPlaceholder}
            value={value.bio}
            onChange={(event) => change({ bio: event.target.value })}
          />
        )}
      </Field>
      <div className="flex max-md:sticky max-md:bottom-0 max-md:-mx-4 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:pt-3 max-md:pb-safe max-md:[--pb-safe:12px]">
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          disabled={value.username.trim() === ''}
          className="max-md:flex-1"
        >
          {busy ? words.submitting : words.submit}
        </Button>
      </div>
    </form>
  )
}
