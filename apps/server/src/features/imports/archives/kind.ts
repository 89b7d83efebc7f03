/** The type of a file by its first bytes, regardless of its name. */
import { open } from 'node:fs/promises'

const BYTES = 4

export async function kindOf(path: string): Promise<'zip' | 'tar'> {
  const file = await open(path)
  try {
    const magic = Buffer.alloc(BYTES)
    await file.read(magic, 0, BYTES, 0)
    return magic.toString('latin1').startsWith('PK') ? 'zip' : 'tar'
  } finally {
    await file.close()
  }
}
