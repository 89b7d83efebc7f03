import { expect, test } from 'vitest'
import { replyContent } from './reply-content.ts'

test.for([
  { text: '@ana 👍', sent: '👍', because: 'the box wrote the name, not the writer' },
  { text: '@ana  🎉🎉 ! ', sent: '🎉🎉 !', because: 'it is only emoji' },
  { text: '@ana !fire', sent: '!fire', because: 'it is a command' },
  { text: '@ana !🔥', sent: '!🔥', because: 'it is ! and an emoji' },
  { text: '@ana !nothing', sent: '@ana !nothing', because: 'there is no such command' },
  { text: '@ana 👍 thanks', sent: '@ana 👍 thanks', because: 'there are words' },
  { text: ' @ana 👍', sent: '@ana 👍', because: 'the writer wrote that beginning' },
  { text: '@bob 👍', sent: '@bob 👍', because: 'it names somebody else' },
  { text: '👍', sent: '👍', because: 'the name was taken out' },
  { text: '@ana ', sent: '@ana', because: 'there is nothing else' },
])('"$text" is sent as "$sent": $because', ({ text, sent }) => {
  expect(replyContent(text, '@ana ')).toBe(sent)
})

test('where the box began with nothing the text is sent as it is', () => {
  expect(replyContent(' !rocket ', '')).toBe('!rocket')
  expect(replyContent('@ana 👍', '')).toBe('@ana 👍')
})
