/** Erasing texts from a file that was exported (docs/rules/records.md#texts). */
import { linesOf } from './file-lines.ts'
import { parseLine } from './lines.ts'

/**
 * The lines of the record without the texts of these messages, tasks and notes, earlier texts and announcements included;
 * all else, the hashes and signatures, stays as it is.
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

/** The id of the record, if its text is to go. */
function idIn(line: string, ids: ReadonlySet<string>): string | undefined {
  const record = parseLine(line)
  if ('checkpoint' in record || record.text === undefined) return undefined
  const { kind, data } = record
  const wanted = (id: string | null) => (id !== null && ids.has(id) ? id : undefined)
  if (kind === 'version') return wanted(data.message)
  // what announces a task repeats its title
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
