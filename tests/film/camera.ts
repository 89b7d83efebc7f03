/** Films two screens side by side: each frame contains only the area that changed since the previous one. */
import type { Browser, Page } from '@playwright/test'
import { settle } from '../e2e/fixtures.ts'
import { animatedWebp, type Frame } from './animated-webp.ts'

export interface Camera {
  /** Adds the current screens to the film for this duration. */
  shoot(ms: number): Promise<void>
  /** The film so far. */
  develop(): { readonly file: Buffer; readonly seconds: number }
}

export const DESK_WIDTH = 860
export const PHONE_WIDTH = 340
const GAP = 12
const WIDTH = DESK_WIDTH + GAP + PHONE_WIDTH
export const HEIGHT = 640
const QUALITY = 0.82

/** The state of the page that draws: the previous frame. */
interface Table {
  canvas: OffscreenCanvas
  before: Uint32Array | null
}

export async function openCamera(browser: Browser, desk: Page, phone: Page): Promise<Camera> {
  const table = await browser.newPage()
  const frames: Frame[] = []
  const takes = [
    { page: desk, x: 0 },
    { page: phone, x: DESK_WIDTH + GAP },
  ]
  return {
    async shoot(ms) {
      const pictures = await Promise.all(
        takes.map(async ({ page, x }) => {
          await settle(page)
          return { x, png: (await page.screenshot({ animations: 'disabled' })).toString('base64') }
        }),
      )
      const changed = await table.evaluate(draw, { pictures, width: WIDTH, height: HEIGHT, quality: QUALITY })
      const last = frames.at(-1)
      if (changed !== null) frames.push({ ...changed, webp: Buffer.from(changed.webp, 'base64'), ms })
      else if (last !== undefined) frames.splice(-1, 1, { ...last, ms: last.ms + ms })
    },
    develop: () => ({
      file: animatedWebp(WIDTH, HEIGHT, frames),
      seconds: frames.reduce((sum, { ms }) => sum + ms, 0) / 1000,
    }),
  }
}

interface Moment {
  readonly pictures: readonly { x: number; png: string }[]
  readonly width: number
  readonly height: number
  readonly quality: number
}

/**
 * Runs in the page that draws. @returns the smallest rectangle that differs from the previous frame; null if nothing
 * changed
 */
async function draw({ pictures, width, height, quality }: Moment) {
  const memory = globalThis as unknown as { table?: Table }
  const table = (memory.table ??= { canvas: new OffscreenCanvas(width, height), before: null })
  const context = table.canvas.getContext('2d', { alpha: false, willReadFrequently: true })
  if (context === null) throw new Error('No canvas')
  if (table.before === null) {
    context.fillStyle = '#8b8e84'
    context.fillRect(0, 0, width, height)
  }
  for (const { x, png } of pictures) {
    const blob = await (await fetch(`data:image/png;base64,${png}`)).blob()
    context.drawImage(await createImageBitmap(blob), x, 0)
  }
  const now = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
  const { before } = table
  table.before = now
  let [left, top, right, bottom] = before === null ? [0, 0, width, height] : [width, height, 0, 0]
  if (before !== null) {
    for (let index = 0; index < now.length; index += 1) {
      if (now[index] === before[index]) continue
      const x = index % width
      const y = (index - x) / width
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
    }
  }
  if (right <= left) return null
  left -= left % 2
  top -= top % 2
  const part = new OffscreenCanvas(right - left, bottom - top)
  part.getContext('2d', { alpha: false })?.drawImage(table.canvas, -left, -top)
  const blob = await part.convertToBlob({ type: 'image/webp', quality })
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return { webp: btoa(binary), x: left, y: top, width: part.width, height: part.height }
}
