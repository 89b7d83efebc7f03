import type { Consent, NamedAgent } from '@flockwork/contract/oauth'
import { Lock } from 'lucide-react'
import { useId } from 'react'
import { consent as words } from '../../strings/oauth.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { RadioRows } from '../../ui/radio-rows.tsx'
import type { FormFields } from '../../ui/use-form.ts'

/** The value of the option for a new agent; no handle has this form. */
export const NEW_AGENT = '+'

export interface Choice {
  picked: string
  /** The name of a new agent, as typed. */
  name: string
}

interface Props {
  named: NamedAgent | null
  agents: Consent['agents']
  form: FormFields<Choice>
}

/** "Act as agent": one of the user's own or a new one; locked when the program's URL names it. */
export function AgentChoice({ named, agents, form }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2.5">
      <h2 id={id} className="font-display text-lg font-semibold tracking-display">
        {words.actAs}
      </h2>
      {named ? (
        <Locked named={named} />
      ) : (
        <>
          {agents.length > 0 && (
            <div className="-m-0.5 max-h-80 overflow-y-auto p-0.5">
              <RadioRows
                label={words.actAs}
                {...form.choice('picked')}
                rows={[
                  ...agents.map(({ handle, agent_type: type }) => ({
                    value: handle,
                    title: `@${handle}`,
                    description: type,
                  })),
                  { value: NEW_AGENT, title: words.another, description: words.anotherText },
                ]}
              />
            </div>
          )}
          {form.values.picked === NEW_AGENT && (
            <Field label={words.newName} hint={words.newNameHint} error={form.errors.name}>
              {(control) => (
                <Input
                  {...control}
                  {...form.text('name')}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={32}
                />
              )}
            </Field>
          )}
        </>
      )}
    </section>
  )
}

function Locked({ named: { handle, state } }: { named: NamedAgent }) {
  const isImpossible = state === 'taken' || state === 'invalid'
  return (
    <div className="flex items-start gap-3 rounded-panel border border-line bg-surface p-3.5">
      <Avatar username={handle} kind="agent" />
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium break-words">
          <bdi>@{handle}</bdi>
        </p>
        <p className={cx('text-sm', isImpossible ? 'text-rose' : 'text-ink-3')}>
          {state === 'new' ? words.new(handle) : words[state]}
        </p>
      </div>
      {!isImpossible && <Lock size={15} aria-hidden="true" className="mt-1 shrink-0 text-ink-3" />}
    </div>
  )
}
