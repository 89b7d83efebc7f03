import type { AgentControl } from '@flockwork/contract/agent-control'
import { AGENT_LIMIT_MAX } from '@flockwork/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useServices } from '../../../api/services.ts'
import { limits as words } from '../../../strings/admin-control.ts'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input } from '../../../ui/input.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { useForm } from '../../../ui/use-form.ts'
import { readLimit, reasonOf } from './control-words.ts'
import { refresh } from './use-pause.ts'

const LIMITS = ['user_hourly_limit', 'user_daily_limit', 'agent_hourly_limit', 'agent_daily_limit'] as const

type Values = Record<(typeof LIMITS)[number], string>

interface Props {
  agent: { readonly id: string; readonly username: string; readonly control: AgentControl }
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The four limits of an agent, initialized with their values at opening. */
export function LimitsDialog(props: Props) {
  const { control } = props.agent
  // limits changed by another administrator remount the form
  return <Form key={LIMITS.map((limit) => control[limit] ?? '').join()} {...props} />
}

function Form({ agent, open, onOpenChange }: Props) {
  const { api } = useServices()
  const client = useQueryClient()
  const toast = useToast()
  const shown = (limit: number | null | undefined) =>
    limit === null || limit === undefined ? '' : String(limit)
  const form = useForm<Values, unknown>({
    initial: {
      user_hourly_limit: shown(agent.control.user_hourly_limit),
      user_daily_limit: shown(agent.control.user_daily_limit),
      agent_hourly_limit: shown(agent.control.agent_hourly_limit),
      agent_daily_limit: shown(agent.control.agent_daily_limit),
    },
    check: (values) =>
      Object.fromEntries(
        LIMITS.map((limit) => [
          limit,
          readLimit(values[limit]) === undefined && words.wrong(AGENT_LIMIT_MAX),
        ]),
      ),
    send: (values) =>
      api.agents.updateControl({
        params: { id: agent.id },
        body: {
          target_slug: agent.username,
          ...Object.fromEntries(LIMITS.map((limit) => [limit, readLimit(values[limit])])),
        },
      }),
    onSent: () => {
      onOpenChange(false)
      toast({ tone: 'good', title: words.saved })
      void refresh(client)
    },
    refused: (error) => words.failed(reasonOf(error instanceof Error ? error : new Error(''))),
  })

  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={onOpenChange}
      title={words.title(agent.username)}
      description={words.text}
      submit={words.save}
      submitting={words.saving}
      cancel={words.cancel}
    >
      <form {...form.props} className="flex flex-col gap-4">
        {LIMITS.map((limit) => (
          <Field key={limit} label={words[limit]} error={form.errors[limit]}>
            {(control) => (
              <Input
                {...control}
                {...form.text(limit)}
                inputMode="numeric"
                autoComplete="off"
                maxLength={9}
                placeholder={words.unlimited}
              />
            )}
          </Field>
        ))}
        <FailureNote message={form.message} />
      </form>
    </FormDialog>
  )
}
