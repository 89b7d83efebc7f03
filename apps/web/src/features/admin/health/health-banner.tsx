import {
  adminHealthRoutes as routes,
  type DatabaseIssue,
  type IssueType,
} from '@flockwork/contract/admin/health'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServices } from '../../../api/services.ts'
import { adminHealth as words } from '../../../strings/admin-people.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { adminKeys } from '../keys.ts'
import { ResultBanner } from '../people/banner.tsx'
import { useResult } from '../people/use-result.ts'

const REFETCH_MS = 60_000
const NAMED_MAX = 10
const FIX_NOW: ReadonlySet<IssueType> = new Set(['null_current_org_id', 'no_organization_membership'])

/** Inconsistencies in the database, with a repair button; renders nothing when there are none. */
export function HealthBanner() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const { result, show } = useResult()
  const { data } = useQuery({
    queryKey: adminKeys.health,
    queryFn: () => api.call(routes.health, {}),
    refetchInterval: REFETCH_MS,
  })
  const fix = useMutation({
    // the server repairs a limited batch per call: repeat until a call repairs nothing
    async mutationFn(type: IssueType) {
      let fixed = 0
      for (;;) {
        const repaired = await api.call(routes.fix, { body: { type } })
        fixed += repaired.fixed
        if (repaired.fixed === 0) return { fixed, failed: repaired.failed }
      }
    },
    onSuccess: ({ fixed, failed }) =>
      show({ text: failed === 0 ? words.fixed(fixed) : words.partly(fixed, failed), isGood: failed === 0 }),
    onError: () => show({ text: words.failed, isGood: false }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: adminKeys.all }),
  })

  const isError = data?.health_status === 'error'
  return (
    <>
      <ResultBanner result={result} />
      {data !== undefined && data.health_status !== 'healthy' && (
        <section
          aria-label={words.label}
          className={cx('rounded-panel px-4 py-2', isError ? 'bg-rose-soft' : 'bg-straw-soft')}
        >
          <h2 className={cx('text-sm font-medium', isError ? 'text-rose' : 'text-straw')}>{data.summary}</h2>
          <ul>
            {data.issues.map((issue) => (
              <Issue
                key={issue.type}
                issue={issue}
                isFixing={fix.isPending && fix.variables === issue.type}
                onFix={() => !fix.isPending && fix.mutate(issue.type)}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface IssueProps {
  issue: DatabaseIssue
  isFixing: boolean
  onFix: () => void
}

function Issue({
  issue: { type, title, description, fix_action: act, count, users },
  isFixing,
  onFix,
}: IssueProps) {
  const [isOpen, setOpen] = useState(false)
  const left = count - Math.min(users.length, NAMED_MAX)
  const isUrgent = FIX_NOW.has(type)
  return (
    <li className="flex flex-wrap items-center gap-3 py-1.5 text-sm">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink">
          {title}
          <span className="font-normal text-ink-2"> {description}</span>
        </p>
        {isOpen && (
          <p className="text-ink-2">
            {users
              .slice(0, NAMED_MAX)
              .map(({ username }) => username)
              .join(', ')}
            {left > 0 && ` ${words.andMore(left)}`}
          </p>
        )}
      </div>
      {!isUrgent && <Badge tone="straw">{words.affected(count)}</Badge>}
      <Button size="sm" variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.hide : words.show}
      </Button>
      <Button size="sm" busy={isFixing} aria-label={words.fixOf(title)} title={act} onClick={onFix}>
        {isFixing ? words.fixing : isUrgent ? words.fixNow : words.fix}
      </Button>
    </li>
  )
}
