import { expect, test } from 'vitest'
import { replyContent } from './reply-content.ts'

test.for([
  { text: '@ana 👍', sent: '👍', because: 'the box inserted the mention' },
  { text: '@ana  🎉🎉 ! ', sent: '🎉🎉 !', because: 'it is only emoji' },
  { text: '@ana !fire', sent: '!fire', because: 'it is a command' },
  { text: '@ana !🔥', sent: '!🔥', because: 'it is ! and an emoji' },
  { text: '@ana !nothing', sent: '@ana !nothing', because: 'there is no such command' },
  { text: '@ana 👍 thanks', sent: '@ana 👍 thanks', because: 'there are words' },
  { text: ' @ana 👍', sent: '@ana 👍', because: 'the author wrote that beginning' },
  { text: '@bob 👍', sent: '@bob 👍', because: 'it mentions somebody else' },
  { text: '👍', sent: '👍', because: 'the mention was removed' },
  { text: '@ana ', sent: '@ana', because: 'there is nothing else' },
])('"$text" is sent as "$sent": $because', ({ text, sent }) => {
  expect(replyContent(text, '@ana ')).toBe(sent)
})

test('where the box inserted nothing the text is sent as it is', () => {
  expect(replyContent(' !rocket ', '')).toBe('!rocket')
  expect(replyContent('@ana 👍', '')).toBe('@ana 👍')
})
