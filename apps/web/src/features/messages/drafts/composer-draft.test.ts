import { expect, test } from 'vitest'
import { parseComposerDraft, serialiseComposerDraft } from './composer-draft.ts'

test.for([
  { text: 'hello', channel: 'main', stored: 'hello', because: 'in the home channel it is the text alone' },
  {
    text: 'hello',
    channel: 'dev',
    stored: '{"channel":"dev","text":"hello"}',
    because: 'another channel stays with it',
  },
  { text: '{ half', channel: 'main', stored: '{ half', because: 'a text may begin like JSON' },
  {
    text: '{"channel":"dev","text":"hello"}',
    channel: 'main',
    stored: String.raw`{"channel":"main","text":"{\"channel\":\"dev\",\"text\":\"hello\"}"}`,
    because: 'a text may read like a stored draft',
  },
  { text: '  ', channel: 'main', stored: '  ', because: 'there is no text yet' },
])('"$text" for $channel is stored as $stored: $because', ({ text, channel, stored }) => {
  expect(serialiseComposerDraft({ text, channel })).toBe(stored)
  expect(parseComposerDraft(stored)).toEqual({ text, channel })
})

test('without a text there is no channel to keep', () => {
  expect(serialiseComposerDraft({ text: ' ', channel: 'dev' })).toBe(' ')
  expect(parseComposerDraft(undefined)).toEqual({ text: '', channel: 'main' })
})
