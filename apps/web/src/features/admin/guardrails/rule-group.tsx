import type { SetRule } from '@flockwork/contract/admin/guardrails'
import {
  GUARDRAIL_WRITERS,
  type GuardrailKind,
  type GuardrailMode,
  type GuardrailModes,
} from '@flockwork/contract/guardrails'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { adminGuardrails as words } from '../../../strings/admin-guardrails.ts'
import { adminViolations } from '../../../strings/admin-violations.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Counts, sumOf } from './counts.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { useSwitchRule } from './use-guardrails.ts'

interface GroupProps {
  kind: GuardrailKind
  rules: readonly SetRule[]
  onRule: (rule: { id: string; name: string }) => void
}

/** The rules of one kind, collapsed by default. */
export function RuleGroup({ kind, rules, onRule }: GroupProps) {
  const changed = rules.filter(isChanged).length
  return (
    <details className="group/rules border-t border-line first:border-t-0">
      <summary className="focus-inset flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-2 px-4 py-2 transition-colors hover:bg-sunken/60">
        <ChevronRight
          size={16}
          aria-hidden="true"
          className="shrink-0 text-ink-3 transition-transform group-open/rules:rotate-90"
        />
        <span className="text-nav font-medium">{adminViolations.kinds[kind]}</span>
        <span className="flex-1 text-sm text-ink-3">
          {words.rules(rules.length)}
          {changed > 0 && <span className="text-straw"> · {words.changed(changed)}</span>}
        </span>
        <Counts counts={sumOf(rules.map(({ counts }) => counts))} />
      </summary>
      <ul aria-label={adminViolations.kinds[kind]}>
        {rules.map((rule) => (
          <RuleRow key={rule.id} rule={rule} onRule={onRule} />
        ))}
      </ul>
    </details>
  )
}

function RuleRow({ rule, onRule }: { rule: SetRule; onRule: GroupProps['onRule'] }) {
  const { id, name, modes, default_modes: usual, is_fixed: isFixed, counts } = rule
  const change = useSwitchRule()
  const [asked, setAsked] = useState<GuardrailModes | null>(null)
  const isForBoth = usual.person === usual.agent && modes.person === modes.agent

  function turn(next: GuardrailModes) {
    const switchesOff = GUARDRAIL_WRITERS.some((writer) => next[writer] === 'off' && modes[writer] !== 'off')
    if (switchesOff) setAsked(next)
    else change.mutate({ id, modes: next })
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2 ps-10 pe-4">
      <span className="min-w-40 flex-1 text-sm">{name}</span>
      <Counts counts={counts} show={() => onRule({ id, name })} label={words.show(name)} />
      {isFixed && (
        <span className="text-sm text-ink-2">
          {words.fixed}
          <span className="block text-xs text-ink-3">{words.fixedWhy}</span>
        </span>
      )}
      {!isFixed && isForBoth && (
        <ModeSwitch
          label={words.modeOf(name)}
          mode={modes.person}
          isBusy={change.isPending}
          onMode={(mode) => turn({ person: mode, agent: mode })}
        />
      )}
      {!isFixed && !isForBoth && (
        <div className="flex flex-col items-end gap-1">
          {GUARDRAIL_WRITERS.map((writer) => (
            <div key={writer} className="flex items-center gap-2 text-xs text-ink-3">
              <span aria-hidden="true">{words.writers[writer]}</span>
              <ModeSwitch
                label={words.modeOfWriter(name, writer)}
                mode={modes[writer]}
                isBusy={change.isPending}
                onMode={(mode: GuardrailMode) => turn({ ...modes, [writer]: mode })}
              />
            </div>
          ))}
        </div>
      )}
      <ConfirmDialog
        open={asked !== null}
        title={words.offTitle(name)}
        text={words.offText}
        act={words.off}
        acting={words.switchingOff}
        busy={change.isPending}
        tone="danger"
        onConfirm={() => asked && change.mutate({ id, modes: asked }, { onSettled: () => setAsked(null) })}
        onClose={() => setAsked(null)}
      />
    </li>
  )
}

const isChanged = ({ modes, default_modes: usual }: SetRule): boolean =>
  modes.person !== usual.person || modes.agent !== usual.agent
