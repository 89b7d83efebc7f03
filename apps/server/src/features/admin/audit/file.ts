/** Verifies an exported file of the audit log, streaming it line by line. */
import { hash } from 'node:crypto'
import * as z from 'zod/mini'
import { BadFileLine, linesOf } from '../../records/index.ts'
import type { ChainedEntry } from './chain.ts'
import { checkpointIn, isSignature, isSigned, type Checkpoint } from './checkpoint.ts'
import { FORMAT, FORMAT_VERSION, fileText, nextDigest } from './export.ts'
import { salted } from './stored.ts'
import { AuditVerifier, type Verified } from './verify.ts'

const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  exported: z.object({
    at: z.string(),
    from: z.string(),
    by: z.nullable(z.string()),
    key: z.string(),
    filters: z.record(z.string(), z.string()),
  }),
})
export type Header = z.infer<typeof Header>

const text = z.nullable(z.string())
const ofErasable = z.object({ name: text, before: text, after: text, ip: text })
const Line = z.object({
  number: z.int(),
  id: z.string(),
  at: z.string(),
  actor: z.nullable(z.object({ id: z.string() })),
  action: z.string(),
  target: z.object({ type: z.string(), id: z.string(), name: text }),
  space_id: text,
  before: z.unknown(),
  after: z.unknown(),
  ip: text,
  salts: ofErasable,
  hashes: ofErasable,
  hash: z.string(),
  previous: z.optional(z.string()),
})

const End = z.object({ entries: z.int(), digest: z.string(), signature: z.string() })

export interface VerifiedFile extends Verified {
  readonly header: Header
}

/** Not an audit log file, or an incomplete one. */
export class NotAnAuditFile extends Error {
  override name = 'NotAnAuditFile'
}

/** @throws NotAnAuditFile */
export async function verifyFile(
  chunks: AsyncIterable<Uint8Array>,
  checkpoints: readonly Checkpoint[],
): Promise<VerifiedFile> {
  let read: Reading | undefined
  try {
    for await (const { number, text: line } of linesOf(chunks)) {
      if (read === undefined) read = begin(line, checkpoints)
      else read.take(number, line)
    }
  } catch (error) {
    if (error instanceof BadFileLine) throw new NotAnAuditFile(`Line ${error.number}: ${error.message}.`)
    throw error
  }
  if (read === undefined) throw new NotAnAuditFile('The file is empty.')
  return read.finish()
}

function begin(line: string, checkpoints: readonly Checkpoint[]): Reading {
  const header = parse(Header, line)
  if (header === undefined) throw new NotAnAuditFile('Line 1 is not the beginning of an audit log.')
  return new Reading(header, line, checkpoints)
}

class Reading {
  private readonly header: Header
  private readonly verifier: AuditVerifier
  private digest: string
  private entries = 0
  private end: z.infer<typeof End> | undefined
  private last: Checkpoint | undefined
  private readonly broken: string[] = []

  constructor(header: Header, line: string, checkpoints: readonly Checkpoint[]) {
    this.header = header
    this.digest = hash('sha256', line)
    this.verifier = new AuditVerifier(checkpoints, Object.keys(header.exported.filters).length > 0)
  }

  take(number: number, line: string): void {
    if (this.end !== undefined) {
      this.broken.push(`Line ${number} comes after the end`)
      return
    }
    const checkpoint = checkpointIn(line)
    const end = checkpoint && parse(End, line)
    if (end !== undefined) {
      this.end = end
      this.last = checkpoint
      return
    }
    const read = parse(Line, line)
    if (read === undefined) this.broken.push(`Line ${number} is no entry`)
    else this.verifier.add(entryOf(read), read.previous)
    this.digest = nextDigest(this.digest, line)
    this.entries += 1
  }

  finish(): VerifiedFile {
    const { header, end, last, digest, entries } = this
    const verified = this.verifier.finish()
    const { key } = header.exported
    const says = [...this.broken]
    if (end === undefined || last === undefined) says.push('The file was cut off: its last line is missing')
    else {
      if (last.key !== key || !isSigned(last)) says.push('The signature of the last line does not fit')
      if (verified.last.number !== last.number || verified.last.hash !== last.hash) {
        says.push(`The last line names entry ${last.number}, the last entry here is ${verified.last.number}`)
      }
      const isWhole = end.entries === entries && end.digest === digest
      if (!isWhole || !isSignature(fileText(end.entries, end.digest), { key, signature: end.signature })) {
        says.push('The file is not as it was signed: a line was changed, taken out or put in')
      }
    }
    const problems = says.map((each) => ({ kind: 'checkpoint' as const, number: 0, to: 0, says: each }))
    return {
      ...verified,
      header,
      problems: [...verified.problems, ...problems],
      problemCount: verified.problemCount + problems.length,
    }
  }
}

function entryOf(line: z.infer<typeof Line>): ChainedEntry {
  const { number, id, at, actor, action, target, space_id, salts, hashes, hash: own } = line
  return {
    number,
    id,
    at,
    actor_id: actor?.id ?? null,
    action,
    target_type: target.type,
    target_id: target.id,
    space_id,
    values: {
      name: salted(salts.name, target.name),
      before: salted(salts.before, line.before),
      after: salted(salts.after, line.after),
      ip: salted(salts.ip, line.ip),
    },
    hashes,
    hash: own,
  }
}

function parse<S extends z.ZodMiniType>(schema: S, line: string): z.output<S> | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(line))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
