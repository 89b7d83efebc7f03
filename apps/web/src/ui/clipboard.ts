import { strings } from '../strings.ts'

/** Copying failed; the message is for the user. */
export class CopyFailed extends Error {
  override name = 'CopyFailed'
}

/** Copies `text` to the clipboard. @throws CopyFailed with the sentence to show */
export async function copyText(text: string): Promise<void> {
  if (!isSecureContext) throw new CopyFailed(strings.clipboard.needsHttps)
  if (!navigator.clipboard?.writeText) throw new CopyFailed(strings.clipboard.unsupported)
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    throw new CopyFailed(strings.clipboard.blocked, { cause })
  }
}
