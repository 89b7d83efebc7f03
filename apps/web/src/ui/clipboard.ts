import { strings } from '../strings.ts'

/** Why a text could not be copied, in the words the person is shown. */
export class CopyFailed extends Error {
  override name = 'CopyFailed'
}

/** Puts `text` on the clipboard, or throws `CopyFailed` with the sentence to show. */
export async function copyText(text: string): Promise<void> {
  if (!isSecureContext) throw new CopyFailed(strings.clipboard.needsHttps)
  if (!navigator.clipboard?.writeText) throw new CopyFailed(strings.clipboard.unsupported)
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    throw new CopyFailed(strings.clipboard.blocked, { cause })
  }
}
