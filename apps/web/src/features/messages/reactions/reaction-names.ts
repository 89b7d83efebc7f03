import { FIXED_REACTIONS, REACTION_KINDS, SHORTCUTS } from '@flockwork/contract/text/reactions'

const NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SHORTCUTS)
    .toReversed()
    .map(([word, emoji]) => [emoji, word] as const),
  ...Object.entries(REACTION_KINDS).map(([kind, emoji]) => [emoji, kind] as const),
  ...FIXED_REACTIONS.map(({ emoji, label }) => [emoji, label] as const),
])

/** The label of an emoji; without one, the emoji itself, whose name screen readers know. */
export function reactionName(emoji: string): string {
  return NAMES.get(emoji) ?? emoji
}
