/** Erases texts from an exported file (docs/rules/records.md#texts). */
import { linesOf } from './file-lines.ts'
import { parseLine } from './lines.ts'

/**
 * The lines of the record without the texts of these messages, tasks and notes, including earlier texts and
 * announcements; everything else, including hashes and signatures, is unchanged.
 */
export async function* withoutTexts(
  chunks: AsyncIterable<Uint8Array>,
  ids: ReadonlySet<string>,
  onErased: (id: string) => void,
): AsyncGenerator<string> {
  for await (const { number, text } of linesOf(chunks)) {
    const id = number === 1 ? undefined : idIn(text, ids)
    if (id !== undefined) onErased(id)
    yield `${id === undefined ? text : withoutText(text)}\n`
  }
}

/** The id of the record, if its text must be erased. */
function idIn(line: string, ids: ReadonlySet<string>): string | undefined {
  const record = parseLine(line)
  if ('checkpoint' in record || record.text === undefined) return undefined
  const { kind, data } = record
  const wanted = (id: string | null) => (id !== null && ids.has(id) ? id : undefined)
  if (kind === 'version') return wanted(data.message)
  // a task's announcement repeats its title
  return (
    wanted('id' in data ? data.id : null) ?? wanted(kind === 'message' && data.is_task ? data.task : null)
  )
}

function withoutText(line: string): string {
  const record = parseLine(line)
  if ('checkpoint' in record) return line
  const { n, kind, data, hash } = record
  return JSON.stringify({ n, kind, data, hash })
}
