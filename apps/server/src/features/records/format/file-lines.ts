/** Splits an untrusted file into lines, within bounds. */
import { LINE_MAX_BYTES } from './bounds.ts'
import { BadLine } from './lines.ts'

const NEWLINE = 10
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export interface NumberedLine {
  readonly number: number
  /** Without its line feed. */
  readonly text: string
}

/** An invalid line; `start` is its readable start. */
export class BadFileLine extends BadLine {
  override name = 'BadFileLine'
  readonly number: number
  readonly start: string

  constructor(number: number, problem: string, start: string) {
    super(problem)
    this.number = number
    this.start = start
  }
}

/**
 * The lines one by one, with at most one of them in memory.
 * @throws BadFileLine for one that is too long, isn't UTF-8, or has no line feed.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<NumberedLine> {
  let parts: Uint8Array[] = []
  let length = 0
  let number = 1

  const add = (part: Uint8Array) => {
    length += part.length
    if (length > LINE_MAX_BYTES) {
      throw new BadFileLine(number, `it is longer than ${LINE_MAX_BYTES} bytes`, startOf(parts, part))
    }
    if (part.length > 0) parts.push(part)
  }

  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end))
      yield { number, text: decode(number, parts) }
      from = end + 1
      parts = []
      length = 0
      number += 1
    }
    // the reader of the file may reuse its chunk
    add(Uint8Array.from(chunk.subarray(from)))
  }
  if (length > 0) throw new BadFileLine(number, 'the file ends in the middle of it', startOf(parts))
}

function decode(number: number, parts: readonly Uint8Array[]): string {
  const [first = new Uint8Array()] = parts
  const bytes = parts.length > 1 ? Buffer.concat(parts) : first
  try {
    return utf8.decode(bytes)
  } catch {
    throw new BadFileLine(number, 'it is not UTF-8', startOf([bytes]))
  }
}

const START_BYTES = 2000

function startOf(parts: readonly Uint8Array[], last?: Uint8Array): string {
  const all = last === undefined ? parts : [...parts, last]
  return Buffer.concat(all.map((part) => part.subarray(0, START_BYTES)))
    .subarray(0, START_BYTES)
    .toString('utf8')
}
