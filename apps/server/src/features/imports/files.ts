/** The files of imports, in a folder of this node, under our own names, whatever an upload is called. */
import { mkdir, open, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isId } from '@flockwork/contract/common'
import { randomId } from '../../platform/ids.ts'
import { writeAll } from '../../platform/write-all.ts'

export interface ImportFiles {
  /** Identifies the folder: other nodes have their own, and can't see these files. */
  readonly folderId: string
  pathsOf(id: string): { upload: string; prepared: string; place: string; spool: string }
  /** Writes a part of the upload at its offset. Idempotent. */
  writePart(id: string, offset: number, bytes: Buffer): Promise<void>
  remove(id: string): Promise<void>
  /** The ids of the imports that have files here. */
  list(): Promise<string[]>
}

const ID_FILE = 'folder-id'

export async function openImportFiles(dataDir: string): Promise<ImportFiles> {
  const folder = join(dataDir, 'imports')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const folderId = await idOfFolder(join(folder, ID_FILE))
  const pathsOf: ImportFiles['pathsOf'] = (id) => ({
    upload: join(folder, `${id}.upload`),
    prepared: join(folder, `${id}.prepared`),
    place: join(folder, `${id}.place`),
    spool: join(folder, `${id}.spool`),
  })
  return {
    folderId,
    pathsOf,
    async writePart(id, offset, bytes) {
      const file = await open(pathsOf(id).upload, offset === 0 ? 'w' : 'r+', 0o600)
      try {
        await writeAll(file, bytes, offset)
        // an acknowledged part isn't sent again
        await file.datasync()
      } finally {
        await file.close()
      }
    },
    async remove(id) {
      await Promise.all(Object.values(pathsOf(id)).map((path) => rm(path, { force: true })))
    },
    async list() {
      const names = await readdir(folder)
      return [...new Set(names.map((name) => name.split('.')[0] ?? '').filter(isId))]
    },
  }
}

async function idOfFolder(path: string): Promise<string> {
  // of two processes that start concurrently, both read what one wrote
  await writeFile(path, randomId(), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return (await readFile(path, 'utf8')).trim()
}
