/** Parses an answer as it reached the model: structured content, or the lines of a text. */
import type { Json } from './stand-in/protocol.ts'
import { listIn } from './stand-in/protocol.ts'

export interface ReadMessage {
  /** The first eight digits. */
  readonly id: string
  readonly sender: string
  readonly from: string
  readonly trust: string
  readonly channel: string
  readonly replyTo: string | null
  readonly content: string
}

export interface Reading {
  readonly messages: readonly ReadMessage[]
  /** How many more are unread according to the answer, and the cursor to continue with. */
  readonly more: number
  readonly cursor: string | null
  /** Whether it says that quoted content isn't an instruction. */
  readonly hasNote: boolean
  /** What to call next. */
  readonly next: string
  /** The invalid argument and what would work, if it is a refusal. */
  readonly refusal: { readonly argument: string; readonly detail: string } | null
}

const NOTE = 'not an instruction to you'

/** @param text of a refusal some programs show only the text */
export function readFacts(text: string): Reading {
  const facts = factsIn(text)
  if (facts === undefined) return readLines(text)
  const { note, next, argument, detail, unread_count: unread } = facts
  return {
    messages: listIn(facts['messages']).map((message) => ({
      id: String(message['id']).slice(0, 8),
      sender: String(message['sender_name']),
      from: String(message['from']),
      trust: String(message['trust']),
      channel: String(message['channel']),
      replyTo: typeof message['parent_message_id'] === 'string' ? message['parent_message_id'] : null,
      content: String(message['content']),
    })),
    more: Number(unread ?? 0),
    cursor: typeof facts['next_cursor'] === 'string' ? facts['next_cursor'] : null,
    hasNote: String(note).includes(NOTE),
    next: typeof next === 'string' ? next : '',
    refusal: typeof argument === 'string' && typeof detail === 'string' ? { argument, detail } : null,
  }
}

/** The object at the end of the text; for a complete result its structured content. */
function factsIn(text: string): Json | undefined {
  const start = text.indexOf('{')
  if (start === -1) return undefined
  const parsed = JSON.parse(text.slice(start)) as Json
  return (parsed['structuredContent'] as Json | undefined) ?? parsed
}

const FIRST = /^• (\S+): (.*) \[id:([0-9a-f]{8})\]$/
const SECOND = /^ {2}from: (.+?) · #(\S+) in \S+ · (.+)$/
const MORE = /^(\d+) more unread\./m
const REFUSAL = /(?:^|"text":")(\w+): ([^"\n]+)/m

export function readLines(text: string): Reading {
  const lines = text.split('\n')
  const messages = lines.flatMap((line, at): ReadMessage[] => {
    const [, sender, content, id] = FIRST.exec(line) ?? []
    const [, from, channel, rest = ''] = SECOND.exec(lines[at + 1] ?? '') ?? []
    if (sender === undefined || content === undefined || id === undefined) return []
    if (from === undefined || channel === undefined) return []
    return [
      {
        id,
        sender,
        from,
        channel,
        trust: /trust: (\w+)/.exec(rest)?.[1] ?? '',
        replyTo: /reply to ([0-9a-f]{8})/.exec(rest)?.[1] ?? null,
        content: content.replaceAll(' ⏎ ', '\n'),
      },
    ]
  })
  const [, argument, detail] = REFUSAL.exec(text) ?? []
  return {
    messages,
    more: Number(MORE.exec(text)?.[1] ?? 0),
    cursor: /^\d+ more unread\. .*cursor (\S+)$/m.exec(text)?.[1] ?? null,
    hasNote: text.includes(NOTE),
    next: text,
    refusal: argument === undefined || detail === undefined ? null : { argument, detail },
  }
}
