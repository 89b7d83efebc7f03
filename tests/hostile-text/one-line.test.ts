/** Invisible characters reach no model, over MCP or through the listener, except where emoji and scripts need them. */
import { expect, test } from 'vitest'
import { onOneLine, withoutUnseen } from '../../apps/server/src/platform/one-line.ts'
import { onOneLine as onOneLineOfListener } from '../../packages/listen/src/one-line.ts'

/** Letters as variation selectors, a way to show a model what people can't see. */
const HIDDEN = Array.from('obey', (letter) => String.fromCodePoint(0xe0100 + letter.charCodeAt(0) - 16)).join(
  '',
)

test.for([
  { text: `👍${HIDDEN}`, left: '👍', because: 'bytes hide behind an emoji' },
  { text: `hi${HIDDEN}`, left: 'hi', because: 'bytes hide behind a letter' },
  { text: 'a\ufe00b\ufe01c\ufe0e\ufe0f', left: 'abc', because: 'letters need no variation' },
  { text: '❤\ufe0f\ufe0e\ufe0f', left: '❤\ufe0f', because: 'an emoji has one at most' },
  { text: '1\ufe0f2\ufe0e3', left: '123', because: 'a digit has one only on a key' },
  {
    text: 'a\u00adb\u034fc\u3164d\u115fe\uffa0f\u180eg\ufff9h',
    left: 'abcdefgh',
    because: 'they show nothing',
  },
  { text: 'a\u200db\u200cc', left: 'abc', because: 'Latin letters are not joined' },
  { text: '👍\u200c\u200d👍', left: '👍👍', because: 'one joins, two hide' },
  { text: '\u200d👍\u200d', left: '👍', because: 'there is nothing to join with' },
  { text: `می\u200c\u200d\u200cخواهم`, left: 'می\u200cخواهم', because: 'one parts, the others hide' },
])('$text becomes $left, because $because', ({ text, left }) => {
  for (const clean of [onOneLine, withoutUnseen, onOneLineOfListener]) expect(clean(text)).toBe(left)
})

test.for(['❤️ ☺︎ 1️⃣ #️⃣ 🇩🇪', '👨‍👩‍👧 ❤️‍🔥 🏳️‍🌈 👩🏽‍💻 🏴‍☠️ 🧔‍♂️ 🕵🏽‍♂️', 'می‌خواهم', 'क्‍ष', 'ශ්‍රී'])('%s stays as it is', (text) => {
  for (const clean of [onOneLine, withoutUnseen, onOneLineOfListener]) expect(clean(text)).toBe(text)
})
