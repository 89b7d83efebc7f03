/** Names in a URL's query, which is more limited than a body. */
import { FILTER_ADDRESS_CHARS } from '../limits.ts'

/** The parameters of the history call that are lists of names. */
export type NamesParameter = 'author' | 'channel' | 'topic'

/** Characters that every encoder leaves alone; each UTF-8 byte of others becomes three characters. */
const PLAIN = /[\w.-]/
const PER_BYTE = 3

function encodedChars(sign: string): number {
  if (PLAIN.test(sign)) return 1
  const code = sign.codePointAt(0) ?? 0
  if (code < 0x80) return PER_BYTE
  if (code < 0x800) return 2 * PER_BYTE
  return (code < 0x10000 ? 3 : 4) * PER_BYTE
}

/** The maximum length of `&name=value` with any encoder. */
function parameterChars(name: string, value: string): number {
  let chars = name.length + 2
  for (const sign of value) chars += encodedChars(sign)
  return chars
}

type NamesByParameter = Readonly<Partial<Record<NamesParameter, readonly string[]>>>

/** Whether the names fit into a URL with the rest of a call. */
export function fitsAddress(names: NamesByParameter): boolean {
  let chars = 0
  for (const name of ['author', 'channel', 'topic'] as const) {
    for (const value of names[name] ?? []) chars += parameterChars(name, value)
  }
  return chars <= FILTER_ADDRESS_CHARS
}
