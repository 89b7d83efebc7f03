import type { AppServices } from '../../api/services.ts'

/** A larger value wasn't written by this app. */
const MAX_PX = 320

type Stored = Pick<AppServices, 'keys' | 'storage'>

/** The last height of the notice strip on this device, in pixels: reserved on the next page load, before it renders. */
export function storedNoticesHeight({ keys, storage }: Stored, userId: string): number {
  const px = Number(storage.get(keys.in('notices_height', userId)) ?? 0)
  return px > 0 && px <= MAX_PX ? px : 0
}

export function storeNoticesHeight(services: Stored, userId: string, px: number): void {
  if (px === storedNoticesHeight(services, userId)) return
  const { keys, storage } = services
  const key = keys.in('notices_height', userId)
  if (px > 0) storage.set(key, String(px))
  else storage.remove(key)
}
