import type { Connection } from '@flockwork/contract/agent-connection'
import type { Agent } from '@flockwork/contract/agents'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { connection as words, dashboard } from '../../../strings/agent-dialog.ts'
import { Button } from '../../../ui/button.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { AddressTabs } from '../connect/address-tabs.tsx'
import { agentKeys } from '../keys.ts'
import { ConnectionSteps } from './connection-steps.tsx'
import { DialogSection } from './dialog-section.tsx'

/** The doctor: when a client last connected, what went wrong, and a test of the way (design of the MCP endpoint). */
export function ConnectionSection({ agent: { id, username } }: { agent: Agent }) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const { data, isPending, isError } = useQuery({
    queryKey: agentKeys.connection(id),
    queryFn: () => api.agents.connection({ params: { id } }),
    // what is looked up here has often just changed
    staleTime: 0,
  })
  const test = useMutation({
    mutationFn: () => api.agents.testConnection({ params: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: agentKeys.connection(id) }),
    onError: (error) =>
      toast({ title: words.testFailed, description: detailOf(error, dashboard.tryAgain), tone: 'bad' }),
  })

  return (
    <DialogSection title={words.title}>
      {isPending && <p className="text-base text-ink-3">{words.loading}</p>}
      {isError && !data && <p className="text-base text-ink-3">{words.failed}</p>}
      {data && <Facts connection={data} />}
      <div className="pt-3">
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? words.testing : words.test}
        </Button>
      </div>
      <div role="status">{test.data && <ConnectionSteps test={test.data} />}</div>
      <details className="group/commands mt-4">
        <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-chip text-sm font-medium text-ink-2 hover:text-ink">
          <ChevronRight
            size={15}
            aria-hidden="true"
            className="transition-transform group-open/commands:rotate-90"
          />
          {words.commands}
        </summary>
        <p className="pt-2 pb-1 text-sm text-ink-3">{words.commandsText}</p>
        <AddressTabs handle={username} />
      </details>
    </DialogSection>
  )
}

function Facts({ connection }: { connection: Connection }) {
  const { last_handshake_at, client, protocol, last_error, failed_step } = connection
  return (
    <>
      <p className="text-base break-words text-ink-2">
        {last_handshake_at === null ? (
          words.never
        ) : (
          <>
            {words.last} <RelativeTime at={last_handshake_at} />
            {client !== null && ` ${words.with(client)}`}
            {protocol !== null && `, ${words.protocol(protocol)}`}
          </>
        )}
      </p>
      {last_error === null && failed_step !== null && (
        <p className="mt-2 rounded-control bg-egg-soft px-3 py-2 text-nav text-ink">
          <span className="font-semibold">{words.atStep(words.steps[failed_step])}</span>{' '}
          {words.askedToSignIn}
        </p>
      )}
      {last_error && (
        <div className="mt-2 rounded-control bg-rose-soft px-3 py-2 text-nav break-words text-ink">
          <p>
            <span className="font-semibold">{words.lastError}</span> <RelativeTime at={last_error.at} />
            {failed_step !== null && ` · ${words.failedAt(words.steps[failed_step])}`}
          </p>
          <p dir="auto">{last_error.message}</p>
        </div>
      )}
    </>
  )
}
