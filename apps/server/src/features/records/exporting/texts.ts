/** Salts of texts, deterministic for the same text (docs/rules/records.md#texts). */
import { createHmac } from 'node:crypto'
import { textHash } from '../format/chain.ts'
import type { TextKind, TextOf } from '../format/kinds.ts'
import type { NewText } from '../format/writer.ts'
import type { TextRow } from './space-repository.ts'

const SALT_BYTES = 16
/** The version number of a current text. */
export const CURRENT = -1

/** The placeholder of a text that was erased from its record. */
export const ERASED_TEXT = '[Text erased]'

export interface Named<K extends TextKind> {
  readonly kind: K
  readonly id: string
  /** The number of an earlier text of a message; else CURRENT. */
  readonly version: number
  readonly value: TextOf<K>
}

/** Derives the salts of texts. */
export interface Salting {
  /** @param known salt and hash from the record that the text was imported from, if any */
  saltOf<K extends TextKind>(text: Named<K>, known: TextRow | undefined): NewText<K>
}

/** @param secret the instance's secret: nobody else can derive the salts, or guess a text whose salt was removed */
export function createSalting(secret: string, spaceId: string): Salting {
  return {
    saltOf({ kind, id, version, value }, known) {
      if (known?.salt === null && isErased(value)) return { hash: known.hash }
      if (known?.salt != null && textHash(known.salt, value) === known.hash)
        return { salt: known.salt, value }
      // the salt depends on the text, so a salt in one file doesn't help to guess another version of the text
      const name = JSON.stringify([spaceId, kind, id, version, value])
      const salt = createHmac('sha256', secret).update(name).digest().subarray(0, SALT_BYTES)
      return { salt: salt.toString('base64url'), value }
    },
  }
}

function isErased(value: TextOf<TextKind>): boolean {
  if ('content' in value) return value.content === ERASED_TEXT
  return 'note' in value ? value.note === ERASED_TEXT : value.title === ERASED_TEXT
}
