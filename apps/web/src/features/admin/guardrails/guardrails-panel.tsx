import { GUARDRAIL_KINDS } from '@flockwork/contract/guardrails'
import { detailOf } from '../../../api/api-error.ts'
import { adminGuardrails as words } from '../../../strings/admin-guardrails.ts'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx'
import { useSkeleton } from '../../../ui/use-skeleton.ts'
import { PatternList } from './pattern-list.tsx'
import { RuleGroup } from './rule-group.tsx'
import { TryText } from './try-text.tsx'
import { useGuardrails } from './use-guardrails.ts'

export const HEADING = 'font-display text-lg font-semibold tracking-display'

interface Props {
  /** Shows the violations of a rule. */
  onRule: (rule: { id: string; name: string }) => void
}

/** The guardrails' rules, their modes, and how often each matched. */
export function GuardrailsPanel({ onRule }: Props) {
  const { data, error, isPending, refetch } = useGuardrails()
  const showsSkeleton = useSkeleton(isPending)
  return (
    <section aria-labelledby="guardrails" className="flex flex-col gap-5">
      <div>
        <h2 id="guardrails" className={HEADING}>
          {words.title}
        </h2>
        <p className="mt-1 max-w-measure text-sm text-ink-2">{words.text}</p>
      </div>
      {showsSkeleton && <Waiting />}
      {!showsSkeleton && data === undefined && error !== null && (
        <LoadFailure text={detailOf(error, words.failed)} onRetry={() => void refetch()} />
      )}
      {!showsSkeleton && data !== undefined && (
        <>
          <div className="rounded-panel border border-line" style={{ overflow: 'clip' }}>
            {GUARDRAIL_KINDS.filter((kind) => kind !== 'pattern').map((kind) => (
              <RuleGroup
                key={kind}
                kind={kind}
                rules={data.rules.filter((rule) => rule.kind === kind)}
                onRule={onRule}
              />
            ))}
          </div>
          <PatternList patterns={data.patterns} max={data.patterns_max} onRule={onRule} />
        </>
      )}
      <TryText />
    </section>
  )
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="rounded-panel border border-line">
        {['w-2/5', 'w-1/2', 'w-1/3', 'w-2/5'].map((width, row) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- rows never change
            key={row}
            className="flex h-12 items-center border-t border-line px-4 first:border-t-0"
          >
            <Skeleton className={`h-3.5 ${width}`} />
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
