import { tabStorage } from '../../storage/tab-storage.ts'

const KEY = 'noticesHeight'
/** More is none that we wrote. */
const MAX_PX = 320

/** How high the strip of notices was, in pixels, for the next page of this tab: it comes later than what is under it. */
export const noticesHeight = {
  remember(px: number): void {
    if (px !== noticesHeight.remembered()) tabStorage.set(KEY, String(px))
  },
  remembered(): number {
    const px = Number(tabStorage.get(KEY) ?? 0)
    return px > 0 && px <= MAX_PX ? px : 0
  },
}
