import type { Visibility } from '@flockwork/contract/spaces'
import { spaceActivity as words } from '../../strings/space-activity.ts'
import { strings } from '../../strings.ts'
import { useSlots, type Slots } from './use-slots.ts'

const KINDS: readonly Visibility[] = ['private', 'invite_only', 'public']

/** How many spaces of each kind the user has created, and the limit. */
export function SlotsLine() {
  const slots = useSlots()
  return (
    <p className="tabular text-sm text-ink-3">
      <span className="sr-only">{words.slots}: </span>
      {KINDS.map((kind) => slotWords(kind, slots)).join(' · ')}
    </p>
  )
}

function slotWords(kind: Visibility, { used, limits }: Slots): string {
  const type = strings.spaces.types[kind]
  const limit = limits?.[kind]
  const made = used?.[kind]
  if (limit === undefined) return made === undefined ? type : words.slotUnlimited(type, made)
  return made === undefined ? words.slotLimit(type, limit) : words.slot(type, made, limit)
}
