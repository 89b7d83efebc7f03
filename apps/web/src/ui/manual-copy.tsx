import { useSyncExternalStore } from 'react'
import type { FailedCopy } from './copy-failed-dialog.tsx'
import { lazyPart } from './lazy-part.tsx'

const CopyFailedDialog = lazyPart(async () => (await import('./copy-failed-dialog.tsx')).CopyFailedDialog)

let shown: FailedCopy | null = null
const listeners = new Set<() => void>()

/** Shows a text that could not be copied, to copy it manually; null closes. */
export function showManualCopy(failed: FailedCopy | null): void {
  shown = failed
  for (const listener of listeners) listener()
}

/** The outlet of that dialog; mounted once. */
export function ManualCopy() {
  const failed = useSyncExternalStore(subscribe, () => shown)
  const close = () => showManualCopy(null)
  return (
    <CopyFailedDialog when={failed !== null} onLoadError={close} failed={failed} isAccepted onClose={close} />
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
