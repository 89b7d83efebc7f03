import { expect, test } from 'vitest'
import { message } from '../state/test-messages.ts'
import { toPlainText } from './copied-text.ts'

test('each message says who, when and what, and its lines stay as they are', () => {
  const at = new Date(2026, 10, 21, 9, 5).toISOString()
  const text = toPlainText([
    message(1, { username: 'ana', content: 'one\ntwo', uploaded_at: at }),
    message(2, { username: 'scout', content: '**three**', uploaded_at: at }),
  ])
  expect(text).toBe('ana (21 Nov 2026, 9:05): one\ntwo\nscout (21 Nov 2026, 9:05): **three**')
  expect(toPlainText([])).toBe('')
})
