import type { SetPattern } from '@flockwork/contract/admin/guardrails'
import { patternRuleId } from '@flockwork/contract/guardrails'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { detailOf } from '../../../api/api-error.ts'
import { adminGuardrails } from '../../../strings/admin-guardrails.ts'
import { adminViolations } from '../../../strings/admin-violations.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useToast } from '../../../ui/toast-store.ts'
import { Counts } from './counts.tsx'
import { PatternDialog } from './pattern-dialog.tsx'
import { usePatternCalls } from './use-guardrails.ts'

const words = adminGuardrails.patterns

interface Props {
  patterns: readonly SetPattern[]
  max: number
  onRule: (rule: { id: string; name: string }) => void
}

/** Custom patterns of the administrators. */
export function PatternList({ patterns, max, onRule }: Props) {
  // the pattern stays in the dialog during the closing animation
  const [open, setOpen] = useState<{ isOpen: boolean; pattern: SetPattern | null; opened: number }>({
    isOpen: false,
    pattern: null,
    opened: 0,
  })
  const edit = (pattern: SetPattern | null) =>
    setOpen(({ opened }) => ({ isOpen: true, pattern, opened: opened + 1 }))
  const isFull = patterns.length >= max
  return (
    <section aria-labelledby="own-patterns">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h3 id="own-patterns" className="text-nav font-medium">
            {words.title}
          </h3>
          <p className="mt-1 text-sm text-ink-2">{isFull ? words.full(max) : words.text}</p>
        </div>
        <Button
          size="chip"
          icon={<Plus size={15} aria-hidden="true" />}
          disabled={isFull}
          onClick={() => edit(null)}
        >
          {words.add}
        </Button>
      </div>
      {patterns.length > 0 && (
        <ul aria-label={words.list} className="mt-3 rounded-panel border border-line">
          {patterns.map((pattern) => (
            <PatternRow key={pattern.id} pattern={pattern} onEdit={() => edit(pattern)} onRule={onRule} />
          ))}
        </ul>
      )}
      <PatternDialog
        key={open.opened}
        pattern={open.pattern}
        open={open.isOpen}
        onClose={() => setOpen((current) => ({ ...current, isOpen: false }))}
      />
    </section>
  )
}

interface RowProps {
  pattern: SetPattern
  onEdit: () => void
  onRule: Props['onRule']
}

function PatternRow({ pattern: { id, name, pattern, mode, severity, counts }, onEdit, onRule }: RowProps) {
  const calls = usePatternCalls()
  const toast = useToast()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await calls.remove(id)
      setAsked(false)
    } catch (error) {
      const description = detailOf(error, adminGuardrails.tryAgain)
      toast({ title: words.removeFailed, description, tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2 first:border-t-0">
      <div className="min-w-40 flex-1">
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="truncate font-mono text-xs text-ink-2" title={pattern}>
          {pattern}
        </p>
      </div>
      <Counts
        counts={counts}
        show={() => onRule({ id: patternRuleId(id), name })}
        label={adminGuardrails.show(name)}
      />
      <span className="text-sm text-ink-2">
        {adminViolations.severities[severity]} · {adminGuardrails.modes[mode]}
      </span>
      <span className="flex">
        <IconButton
          label={words.edit(name)}
          icon={<Pencil size={16} aria-hidden="true" />}
          onClick={onEdit}
        />
        <IconButton
          label={words.remove(name)}
          icon={<Trash2 size={16} aria-hidden="true" />}
          onClick={() => setAsked(true)}
        />
      </span>
      <ConfirmDialog
        open={isAsked}
        title={words.removeTitle(name)}
        text={words.removeText}
        act={words.removeAct}
        acting={words.removing}
        busy={isBusy}
        tone="danger"
        onConfirm={() => void remove()}
        onClose={() => setAsked(false)}
      />
    </li>
  )
}
