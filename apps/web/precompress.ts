import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXTS = /\.(js|css)$/
/** Below this the headers are most of an answer. */
const MIN_BYTES = 1024

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Writes each script and style sheet compressed beside it, once and as small as can be: the server sends these, and
 * compresses nothing while people wait. Browsers take Brotli only over https and from this machine, so gzip is there, too.
 */
export function precompress(): Plugin {
  return {
    name: 'flockwork:precompress',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const folder = path.join(dir, 'assets')
      const names = await readdir(folder)
      await Promise.all(
        names.filter((name) => TEXTS.test(name)).map((name) => compress(path.join(folder, name))),
      )
    },
  }
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file)
  if (text.length < MIN_BYTES) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  await Promise.all([
    brotli(text, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
    zip(text, { level: constants.Z_BEST_COMPRESSION }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ])
}
