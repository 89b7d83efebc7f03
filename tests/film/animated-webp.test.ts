import { describe, expect, test } from 'vitest'
import { animatedWebp } from './animated-webp.ts'

/** A file with one chunk. */
function webp(name: string, data: string): Uint8Array {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(data.length)
  const body = Buffer.concat([Buffer.from('WEBP'), Buffer.from(name), size, Buffer.from(data)])
  return Buffer.concat([Buffer.from('RIFF'), Buffer.from([body.length, 0, 0, 0]), body])
}

function chunksIn(bytes: Buffer): { name: string; data: Buffer }[] {
  if (bytes.length === 0) return []
  const size = bytes.readUInt32LE(4)
  const end = 8 + size + (size % 2)
  return [
    { name: bytes.toString('latin1', 0, 4), data: bytes.subarray(8, 8 + size) },
    ...chunksIn(bytes.subarray(end)),
  ]
}

const frame = { webp: webp('VP8 ', 'picture!'), x: 10, y: 20, width: 300, height: 2, ms: 1500 }

describe('an animated WebP', () => {
  test('begins with the size of the canvas, and has the length in its header', () => {
    const file = animatedWebp(1200, 640, [frame])
    const [riff, ...rest] = chunksIn(file)
    expect(riff?.name).toBe('RIFF')
    expect(rest).toEqual([])
    expect(riff?.data.toString('latin1', 0, 4)).toBe('WEBP')
    const [canvas, animation] = chunksIn(riff?.data.subarray(4) ?? Buffer.alloc(0))
    expect(canvas?.name).toBe('VP8X')
    expect([canvas?.data.readUIntLE(4, 3), canvas?.data.readUIntLE(7, 3)]).toEqual([1199, 639])
    expect(animation?.name).toBe('ANIM')
  })

  test('has each frame with its position, duration and picture', () => {
    const file = animatedWebp(1200, 640, [frame, { ...frame, x: 0, ms: 40 }])
    const frames = chunksIn(file.subarray(12)).filter(({ name }) => name === 'ANMF')
    const numbers = frames.map(({ data }) => [0, 3, 6, 9, 12].map((at) => data.readUIntLE(at, 3)))
    expect(numbers).toEqual([
      [5, 10, 299, 1, 1500],
      [0, 10, 299, 1, 40],
    ])
    expect(chunksIn(frames[0]?.data.subarray(16) ?? Buffer.alloc(0))).toEqual([
      { name: 'VP8 ', data: Buffer.from('picture!') },
    ])
  })

  test('throws for a frame at an odd position, and for a picture that is not plain lossy', () => {
    expect(() => animatedWebp(100, 100, [{ ...frame, x: 3 }])).toThrow('must be even')
    expect(() => animatedWebp(100, 100, [{ ...frame, webp: webp('VP8L', 'lossless') }])).toThrow('VP8L')
  })
})
