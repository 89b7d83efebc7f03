import { adminModelUseRoutes, type ModelUse as Use } from '@flockwork/contract/admin/model-use'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useServices } from '../../../api/services.ts'
import { adminAnalytics as words } from '../../../strings/admin-places.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { adminKeys } from '../keys.ts'
import { describeUsage } from '../usage-words.ts'

const REFETCH_MS = 60_000

/** The agents' model usage where it is known, and how many report none. */
export function ModelUse() {
  const { api } = useServices()
  const id = useId()
  const { data, error, refetch } = useQuery<Use>({
    queryKey: adminKeys.modelUse,
    queryFn: () => api.call(adminModelUseRoutes.read, {}),
    refetchInterval: REFETCH_MS,
  })
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h3 id={id} className="font-display text-lg font-semibold tracking-display">
          {words.use}
        </h3>
        <p className="text-sm text-ink-3">{words.useHint}</p>
      </div>
      {error !== null && <LoadFailure isLine text={words.useFailed} onRetry={() => void refetch()} />}
      {data && (
        <>
          {data.agents.length === 0 ? (
            <p className="text-base text-ink-2">{words.useNone}</p>
          ) : (
            <Table agents={data.agents} />
          )}
          {data.unknown > 0 && <p className="text-sm text-ink-2">{words.useUnknown(data.unknown)}</p>}
        </>
      )}
    </section>
  )
}

function Table({ agents }: Pick<Use, 'agents'>) {
  const cell = 'py-2 pr-4 align-top'
  return (
    <div className="overflow-x-auto rounded-panel border border-line px-4">
      <table className="w-full text-left text-sm">
        <thead className="text-xs text-ink-3">
          <tr>
            {[words.useAgent, words.useToday, words.useMonth, words.useSource].map((head) => (
              <th key={head} scope="col" className={`${cell} font-medium`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {agents.map(({ id, username, owner, usage: { today, month, source } }) => (
            <tr key={id} className="border-t border-line">
              <th scope="row" className={`${cell} font-medium`}>
                @{username}
                {owner !== null && <span className="block text-xs font-normal text-ink-3">@{owner}</span>}
              </th>
              <td className={`${cell} tabular`}>{today && describeUsage(today)}</td>
              <td className={`${cell} tabular`}>{month && describeUsage(month)}</td>
              <td className={cell}>{words.useSources[source]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
