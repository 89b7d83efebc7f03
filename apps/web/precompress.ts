import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXTS = /\.(js|css)$/
/** Below this, headers are most of the response. */
const MIN_BYTES = 1024

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Writes a compressed copy next to each script and style sheet, at the highest level: the server sends these and
 * compresses nothing per request. Browsers accept Brotli only over HTTPS and from localhost, so there is gzip, too.
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
