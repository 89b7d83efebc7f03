import { drafts as words } from '../strings/drafts.ts'
import { Button } from './button.tsx'

interface Props {
  /** Whether it is an earlier draft of this tab, or another tab's. */
  kind: 'restored' | 'elsewhere'
  onAct: () => void
}

/** A notice about an unsent draft, with actions. */
export function DraftNotice({ kind, onAct }: Props) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-straw-soft px-3 py-2 text-sm text-ink"
    >
      <span className="min-w-0 flex-1">{words[kind]}</span>
      <Button size="sm" onClick={onAct}>
        {kind === 'restored' ? words.discard : words.take}
      </Button>
    </div>
  )
}
