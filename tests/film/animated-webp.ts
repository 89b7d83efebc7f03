/** Joins WebP pictures into one animated WebP: only the container of RFC 9649. Pure. */

export interface Frame {
  /** A lossy WebP picture of the changed part, without transparency, as a canvas encodes it. */
  readonly webp: Uint8Array
  /** Its position; both are even, as the format stores half of them. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly ms: number
}

/** @throws if a frame has an odd position or isn't a plain lossy picture */
export function animatedWebp(width: number, height: number, frames: readonly Frame[]): Buffer {
  const chunks = [
    chunk('VP8X', Buffer.concat([Buffer.from([0b10, 0, 0, 0]), u24(width - 1), u24(height - 1)])),
    // a white background, looping forever
    chunk('ANIM', Buffer.from([255, 255, 255, 255, 0, 0])),
    ...frames.map(frameChunk),
  ]
  const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  return chunk('RIFF', body)
}

const NO_BLENDING = 0b10

function frameChunk({ webp, x, y, width, height, ms }: Frame): Buffer {
  if (x % 2 !== 0 || y % 2 !== 0) throw new Error(`A frame at ${x}, ${y}: both must be even`)
  const where = [u24(x / 2), u24(y / 2), u24(width - 1), u24(height - 1), u24(ms), Buffer.from([NO_BLENDING])]
  return chunk('ANMF', Buffer.concat([...where, pictureOf(Buffer.from(webp))]))
}

/** The chunk with the picture, without a colour profile. */
function pictureOf(webp: Buffer): Buffer {
  for (let at = 12; at < webp.length;) {
    const name = webp.toString('latin1', at, at + 4)
    const size = webp.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (name === 'VP8 ') return webp.subarray(at, end)
    if (name !== 'VP8X' && name !== 'ICCP') throw new Error(`A picture with ${name} is not a plain lossy one`)
    at = end
  }
  throw new Error('There is no picture in it')
}

function chunk(name: string, data: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  const padding = Buffer.alloc(data.length % 2)
  return Buffer.concat([Buffer.from(name, 'latin1'), size, data, padding])
}

function u24(value: number): Buffer {
  const bytes = Buffer.alloc(3)
  bytes.writeUIntLE(value, 0, 3)
  return bytes
}
