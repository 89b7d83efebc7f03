/** Converts the browser's PNGs to WebP, in a browser: no other tool is needed. */
import type { Browser } from '@playwright/test'
import type { Picture } from './camera.ts'

const QUALITY = 0.8

export interface Darkroom extends AsyncDisposable {
  /** The picture in its own size. */
  develop(png: Buffer, quality?: number): Promise<Buffer>
  /** All pictures of a screen on one contact sheet, small, a row for each state. */
  sheet(rows: readonly Row[]): Promise<Buffer>
}

export interface Row {
  readonly label: string
  readonly pictures: readonly Picture[]
}

export async function openDarkroom(browser: Browser): Promise<Darkroom> {
  const page = await browser.newPage()
  return {
    async develop(png, quality = QUALITY) {
      return decode(
        await page.evaluate(draw, {
          rows: [{ label: '', images: [png.toString('base64')] }],
          scale: 1,
          quality,
        }),
      )
    },
    async sheet(rows) {
      const plain = rows.map(({ label, pictures }) => ({
        label,
        images: pictures.map(({ png }) => png.toString('base64')),
      }))
      return decode(await page.evaluate(draw, { rows: plain, scale: 0.4, quality: QUALITY }))
    },
    [Symbol.asyncDispose]: () => page.close(),
  }
}

function decode(base64: string): Buffer {
  return Buffer.from(base64, 'base64')
}

interface Plan {
  readonly rows: readonly { label: string; images: readonly string[] }[]
  readonly scale: number
  readonly quality: number
}

/** Runs in the page. */
async function draw({ rows, scale, quality }: Plan): Promise<string> {
  const isSheet = scale !== 1
  const gap = isSheet ? 16 : 0
  const labelHeight = isSheet ? 28 : 0
  const loaded = await Promise.all(
    rows.map(async ({ label, images }) => ({
      label,
      bitmaps: await Promise.all(
        images.map(async (image) =>
          createImageBitmap(await (await fetch(`data:image/png;base64,${image}`)).blob()),
        ),
      ),
    })),
  )
  const widthOf = (bitmap: ImageBitmap) => Math.round(bitmap.width * scale)
  const heightOf = (bitmap: ImageBitmap) => Math.round(bitmap.height * scale)
  const width = Math.max(
    ...loaded.map(({ bitmaps }) => bitmaps.reduce((sum, one) => sum + widthOf(one) + gap, gap)),
  )
  const heights = loaded.map(({ bitmaps }) => Math.max(0, ...bitmaps.map(heightOf)) + labelHeight + gap)
  const canvas = new OffscreenCanvas(
    width,
    heights.reduce((sum, one) => sum + one, gap),
  )
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('No canvas')
  context.imageSmoothingQuality = 'high'
  if (isSheet) {
    context.fillStyle = '#8b8e84'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  let top = gap
  for (const [index, { label, bitmaps }] of loaded.entries()) {
    if (isSheet) {
      context.fillStyle = '#ffffff'
      context.font = '600 17px sans-serif'
      context.fillText(label, gap, top + 18)
    }
    let left = gap
    for (const bitmap of bitmaps) {
      context.drawImage(bitmap, left, top + labelHeight, widthOf(bitmap), heightOf(bitmap))
      left += widthOf(bitmap) + gap
    }
    top += heights[index] ?? 0
  }
  const bytes = new Uint8Array(
    await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer(),
  )
  let binary = ''
  for (let at = 0; at < bytes.length; at += 32_768)
    binary += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(binary)
}
