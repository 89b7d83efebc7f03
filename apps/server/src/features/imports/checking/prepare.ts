/** The dry run: reads the whole export, and writes the lines for the import to store (preparing/prepared.ts). */
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { ImportReport } from '@flockwork/contract/imports'
import { createInspect, DEFAULT_SETTINGS } from '../../guardrails/index.ts'
import { kindOf } from '../archives/kind.ts'
import { openZip } from '../archives/zip.ts'
import type { PreparedPlace } from '../preparing/prepared.ts'
import type { PreparerDeps } from '../preparing/preparer.ts'
import { readSlack } from '../slack/read.ts'
import { readZulip } from '../zulip/read.ts'

export interface ImportPaths {
  /** The uploaded file. */
  readonly upload: string
  /** The prepared file, with a line per message. */
  readonly prepared: string
  /** People and channels. */
  readonly place: string
  /** For messages that are read out of order. */
  readonly spool: string
}

export interface Prepared {
  readonly place: PreparedPlace
  readonly report: ImportReport
}

const LINES_AT_ONCE = 500

/** @throws BadArchive for a file that can't be imported, worded for the person who chose it. */
export async function prepareImport(paths: ImportPaths, now: number): Promise<Prepared> {
  await rm(paths.spool, { force: true })
  const out = createWriteStream(paths.prepared)
  const ended = finished(out)
  ended.catch(() => {})
  let lines: string[] = []
  const flush = async () => {
    if (lines.length === 0) return
    const isFull = !out.write(`${lines.join('\n')}\n`)
    lines = []
    // an error also ends the wait
    if (isFull)
      await Promise.race([new Promise<void>((resolve) => out.once('drain', () => resolve())), ended])
  }
  const deps: PreparerDeps = {
    now,
    mask: createMask(),
    write: async (line) => {
      lines.push(line)
      if (lines.length >= LINES_AT_ONCE) await flush()
    },
  }
  try {
    const prepared = await read(paths, deps)
    await flush()
    out.end()
    await ended
    await writeFile(paths.place, JSON.stringify(prepared.place))
    return prepared
  } catch (error) {
    out.destroy()
    throw error
  }
}

async function read({ upload, spool }: ImportPaths, deps: PreparerDeps): Promise<Prepared> {
  if ((await kindOf(upload)) === 'tar') return readZulip(upload, spool, deps)
  const zip = await openZip(upload)
  try {
    return await readSlack(zip, deps)
  } finally {
    zip.close()
  }
}

/** Masks what the guardrails would refuse, because nobody can correct an old message. */
function createMask(): PreparerDeps['mask'] {
  const inspect = createInspect()
  return async (text) => inspect(text, 'person', DEFAULT_SETTINGS).maskedText
}
