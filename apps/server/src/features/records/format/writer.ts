/** Writes a record line by line: numbers, chain and checkpoints. */
import { CHECKPOINT_EVERY } from './bounds.ts'
import { chainStart, textHash } from './chain.ts'
import { COUNTED, NO_COUNTS, type DataOf, type Kind, type TextKind, type TextOf } from './kinds.ts'
import { checkpointLine, headerLine, parseHeader, recordLine, type Header } from './lines.ts'
import { signedText, type RecordKey } from './signature.ts'

/** The input for one record. */
export type NewRecord = { readonly [K in Exclude<Kind, 'end'>]: NewOf<K> }[Exclude<Kind, 'end'>]

export interface NewOf<K extends Kind> {
  readonly kind: K
  readonly data: K extends TextKind ? Omit<DataOf<K>, 'text'> : DataOf<K>
  /** Null for a deleted message. */
  readonly text?: (K extends TextKind ? NewText<K> : never) | null
}

/** A text with its salt, or the hash of an erased text. */
export type NewText<K extends TextKind> =
  | { readonly salt: string; readonly value: TextOf<K> }
  | { readonly hash: string }

export interface RecordWriter {
  /** The lines of one record, with line feeds. */
  write(record: NewRecord): string
  /** The last lines. */
  end(): string
}

/** @returns the first line with its line feed, and the writer of the others */
export function startRecord(
  key: RecordKey,
  header: Omit<Header, 'format' | 'version' | 'hash'>,
): { first: string; writer: RecordWriter } {
  const first = headerLine(header)
  const { hash: headerHash } = parseHeader(first)
  const counts: Record<string, number> = { ...NO_COUNTS }
  let chain = chainStart(header.space)
  let n = 0

  const checkpoint = () => {
    const signature = key.sign(signedText({ header: headerHash, records: n, chain }))
    return `${checkpointLine({ checkpoint: n, hash: chain, signature })}\n`
  }
  const append = (kind: Kind, data: unknown, text: NewText<TextKind> | null) => {
    n += 1
    const beside = text !== null && 'salt' in text ? text : undefined
    const { line, hash } = recordLine(chain, { n, kind, data, text: beside })
    chain = hash
    const isDue = n % CHECKPOINT_EVERY === 0 || kind === 'end'
    return `${line}\n${isDue ? checkpoint() : ''}`
  }

  return {
    first: `${first}\n`,
    writer: {
      write({ kind, data, text }) {
        if (kind !== 'space') counts[COUNTED[kind]] = (counts[COUNTED[kind]] ?? 0) + 1
        if (text === undefined) return append(kind, data, null)
        const hash = text === null ? null : 'hash' in text ? text.hash : textHash(text.salt, text.value)
        return append(kind, { ...data, text: hash }, text)
      },
      end: () => append('end', counts, null),
    },
  }
}
