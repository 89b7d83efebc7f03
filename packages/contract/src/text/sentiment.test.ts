import { expect, test } from 'vitest'
import { sentimentOf } from './sentiment.ts'

test.for([
  { text: 'Great work, thanks!', is: 'positive', because: 'it has glad words alone' },
  { text: 'The build is broken again', is: 'negative', because: 'it has a word of trouble' },
  { text: 'The build runs at nine', is: 'neutral', because: 'it has neither' },
  { text: 'Good, but the tests fail', is: 'neutral', because: 'there is as much of both' },
  { text: 'Nice fix, thanks, one bug left', is: 'positive', because: 'the glad words are more' },
  { text: 'GREAT', is: 'positive', because: 'case makes no difference' },
  { text: 'greater than ten', is: 'neutral', because: 'only whole words count' },
  { text: 'That is not good', is: 'negative', because: 'a negation turns the word after it round' },
  { text: 'It doesn’t fail', is: 'positive', because: 'so does one with an apostrophe' },
  { text: 'no problem', is: 'positive', because: 'trouble that isn’t there is none' },
  { text: 'not now. Great', is: 'positive', because: 'a negation reaches one word far' },
  { text: '🎉', is: 'positive', because: 'an emoji says it as well' },
  { text: '❤️', is: 'positive', because: 'its variation selector makes no difference' },
  { text: '', is: 'neutral', because: 'there is nothing to count' },
  { text: 'https://example.org/great', is: 'neutral', because: 'an address says nothing' },
  { text: '> this is terrible\n\nseen', is: 'neutral', because: 'a quote is somebody else’s' },
  { text: 'see `error`', is: 'neutral', because: 'code says nothing' },
  {
    text: 'thanks\n```\nthrow new Error("fail")\n```',
    is: 'positive',
    because: 'only what isn’t code counts',
  },
  { text: '```\nerror: it failed\n```', is: null, because: 'it is only code' },
  { text: '`rm -rf build`', is: null, because: 'it is only code in one line' },
])('$is because $because', ({ text, is }) => {
  expect(sentimentOf(text)).toBe(is)
})
