import { importRoutes, type Import } from '@flockwork/contract/imports'
import { IMPORT_PART_BYTES } from '@flockwork/contract/limits'
import type { Client } from '../../api/client.ts'

interface Upload {
  readonly file: File
  /** An import whose upload was interrupted, resumed with this file if it is the same. */
  readonly started: Import | null
  readonly onProgress: (now: Import) => void
  readonly signal: AbortSignal
}

/** Uploads a file in parts, resuming an interrupted upload. Resolves when all of it is uploaded. */
export async function uploadExport(
  api: Pick<Client, 'call'>,
  { file, started, onProgress, signal }: Upload,
): Promise<Import> {
  let now = isOf(started, file) ? started : await announce(api, file)
  onProgress(now)
  while (now.state === 'uploading' && now.received_bytes < file.size) {
    const offset = now.received_bytes
    const body = file.slice(offset, offset + IMPORT_PART_BYTES, 'application/octet-stream')
    const answer = await api.call(importRoutes.upload, {
      params: { id: now.id },
      query: { offset },
      body,
      signal,
    })
    now = answer.import
    onProgress(now)
  }
  return now
}

function isOf(started: Import | null, file: File): started is Import {
  return (
    started?.state === 'uploading' &&
    started.file_name === file.name.trim() &&
    started.file_bytes === file.size
  )
}

async function announce(api: Pick<Client, 'call'>, file: File): Promise<Import> {
  const body = { file_name: file.name, file_bytes: file.size }
  return (await api.call(importRoutes.create, { body, key: crypto.randomUUID() })).import
}
