import { emojisOnly } from './emoji.ts'

/** The reactions that are always offered, in this order, with their names. */
export const FIXED_REACTIONS = [
  { emoji: '👍', label: 'Like this message' },
  { emoji: '👎', label: 'Dislike this message' },
  { emoji: '🔥', label: 'This is fire!' },
  { emoji: '🚀', label: 'Ship it!' },
  { emoji: '💯', label: 'Absolutely!' },
] as const

/** The named kinds of reactions. */
export const REACTION_KINDS = {
  kudos: '👍',
  abuse: '👎',
  flag: '🚩',
  helpful: '💡',
  excellent: '⭐',
} as const

export type ReactionKind = keyof typeof REACTION_KINDS

/** `!` commands that give a kind. */
export const KIND_COMMANDS: Readonly<Record<string, ReactionKind>> = {
  kudos: 'kudos',
  like: 'kudos',
  thumbsup: 'kudos',
  abuse: 'abuse',
  flag: 'flag',
  helpful: 'helpful',
  excellent: 'excellent',
}

const SHORTCUT_WORDS = {
  '😂': 'lol laugh rofl',
  '❤️': 'love heart',
  '🔥': 'fire',
  '🚀': 'rocket',
  '👀': 'eyes',
  '🤔': 'thinking think',
  '👏': 'clap',
  '🎉': 'party celebrate',
  '😢': 'sad',
  '😭': 'cry',
  '😠': 'angry',
  '😡': 'mad',
  '😮': 'wow',
  '😱': 'shocked',
  '🤯': 'mindblown',
  '😎': 'cool',
  '👎': 'thumbsdown down',
  '👍': 'up',
  '👋': 'wave bye',
  '🙏': 'pray thanks',
  '💯': '100',
  '👌': 'perfect',
  '✅': 'check done',
  '❌': 'x no',
  '⚠️': 'warning warn',
  '❓': 'question',
  '💡': 'idea bulb',
  '⭐': 'star',
  '🏆': 'trophy win',
  '💪': 'muscle strong',
  '🤦': 'facepalm',
  '🤷': 'shrug',
}

/** `!` commands that give an emoji: word, without its `!`, to emoji. */
export const SHORTCUTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SHORTCUT_WORDS).flatMap(([emoji, words]) => words.split(' ').map((word) => [word, emoji])),
)

const COMMANDS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SHORTCUTS),
  ...Object.entries(KIND_COMMANDS).map(([word, kind]) => [word, REACTION_KINDS[kind]] as const),
])

const COMMAND = /^!([a-z0-9]+)$/i

/**
 * The emoji of a text that is a reaction, each once and in its canonical spelling, or `null` if the text is a message
 * (docs/rules/messages.md#reactions): only emoji, one known `!` command, or `!` and an emoji. Text of several words
 * never is one.
 */
export function reactionOf(text: string): string[] | null {
  const trimmed = text.trim()
  const command = COMMAND.exec(trimmed)?.[1]
  if (command === undefined) return emojisOnly(trimmed)

  const emoji = COMMANDS.get(command.toLowerCase())
  return emoji === undefined ? null : [emoji]
}
