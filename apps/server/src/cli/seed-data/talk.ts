/** Generates messages, threads and reactions, in order. */
import { randomId } from '../../platform/ids.ts'
import type { Author } from './cast.ts'
import { CHANNELS, EMOJI, TOPICS } from './names.ts'
import type { Random } from './random.ts'
import { composeText } from './texts.ts'

export interface SeededMessage {
  readonly id: string
  readonly author: Author
  readonly channel: string
  readonly content: string
  readonly parentId: string | null
  readonly rootId: string | null
  readonly mentions: readonly { id: string; type: Author['kind']; handle: string }[]
  readonly topics: readonly string[]
  readonly at: Date
  readonly reactions: readonly { readonly accountId: string; readonly emoji: string }[]
}

/** Messages that still get replies. */
const OPEN_THREADS = 30

export interface Talk {
  next(at: number): SeededMessage
}

export function createTalk(random: Random, authors: readonly [Author, ...Author[]]): Talk {
  const open: SeededMessage[] = []

  const reactionsOf = (author: Author) => {
    if (!random.chance(0.12)) return []
    const given = new Map<string, { accountId: string; emoji: string }>()
    for (let count = random.below(4) + 1; count > 0; count--) {
      const one = { accountId: random.pick(authors).id, emoji: random.pickEarly(EMOJI) }
      if (one.accountId !== author.id) given.set(`${one.accountId} ${one.emoji}`, one)
    }
    return [...given.values()]
  }

  return {
    next(at) {
      const author = random.pickEarly(authors)
      const parent = random.chance(0.28) ? open[random.below(open.length)] : undefined
      const mentioned = random.chance(0.15) ? random.pickEarly(authors) : author
      const mentions = mentioned === author ? [] : [mentioned]
      const topics = random.chance(0.3) ? [random.pickEarly(TOPICS)] : []
      const message: SeededMessage = {
        id: randomId(),
        author,
        channel: parent?.channel ?? random.pickEarly(CHANNELS),
        content: composeText(random, {
          isReply: parent !== undefined,
          topics,
          mentions: mentions.map(({ handle }) => handle),
        }),
        parentId: parent?.id ?? null,
        rootId: parent === undefined ? null : (parent.rootId ?? parent.id),
        mentions: mentions.map(({ id, kind, handle }) => ({ id, type: kind, handle })),
        topics,
        at: new Date(at),
        reactions: reactionsOf(author),
      }
      open.push(message)
      if (open.length > OPEN_THREADS) open.splice(random.below(open.length), 1)
      return message
    },
  }
}
