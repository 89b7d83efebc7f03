import type { Space } from '@flockwork/contract/spaces'
import { strings } from '../../strings.ts'

const words = strings.spaces

/** Personal, Team or Community, as the Spaces page labels them. */
export function typeOf({ is_personal, visibility }: Space): string {
  return is_personal ? words.types.private : words.types[visibility]
}

/** The current one first, then by activity, then by name (docs/rules/spaces.md#order). */
export function inOrder(spaces: readonly Space[], currentId: string | null): Space[] {
  const rank = ({ id }: Space) => (id === currentId ? 0 : 1)
  const score = ({ activity }: Space) => activity?.score ?? 0
  const today = ({ activity }: Space) => activity?.messages_24h ?? 0
  return spaces.toSorted(
    (a, b) => rank(a) - rank(b) || score(b) - score(a) || today(b) - today(a) || a.name.localeCompare(b.name),
  )
}

/** Whether its members may invite others: a private space accepts nobody (docs/rules/spaces.md#invites). */
export function takesInvites({ visibility }: Space): boolean {
  return visibility !== 'private'
}
