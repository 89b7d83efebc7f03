import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMentions } from './mentions.ts'
import { proseRanges } from './prose.ts'

test.for([
  { text: 'plain @bob', names: ['bob'], because: 'plain text is prose' },
  { text: '`@bob` @ana', names: ['ana'], because: 'a code span is code' },
  { text: '``a ` @bob`` @ana', names: ['ana'], because: 'a span ends at a run of its own length' },
  { text: 'it`s @bob', names: ['bob'], because: 'a lone backtick opens nothing' },
  { text: '\\`@bob\\` @ana', names: ['bob', 'ana'], because: 'escaped backticks open nothing' },
  { text: '`a ``b`` @bob` @ana', names: ['ana'], because: 'runs inside a span open no other' },
  { text: '\\\\`@bob` @ana', names: ['ana'], because: 'an escaped backslash escapes nothing' },
  { text: '`a\n@bob` @ana', names: ['ana'], because: 'a span runs over a line break' },
  { text: '`a\n\n@bob`', names: ['bob'], because: 'but not over a blank line' },
  { text: '- `a\n- @bob`', names: ['bob'], because: 'nor into the next item of a list' },
  { text: '# `a\n@bob`', names: ['bob'], because: 'nor out of a heading' },
  { text: '```\n@bob\n```\n@ana', names: ['ana'], because: 'a fenced block is code' },
  { text: '```js\n@bob\n````\n@ana', names: ['ana'], because: 'a longer fence closes' },
  { text: '````\n@bob\n```\n@bob\n````', names: [], because: 'a shorter fence does not close' },
  { text: '~~~\n@bob\n```\n@bob\n~~~ \n@ana', names: ['ana'], because: 'tildes close tildes' },
  { text: '```\n@bob', names: [], because: 'an open fence runs to the end' },
  { text: '``` `x` @bob', names: ['bob'], because: 'backticks after it make it no fence' },
  { text: 'hi\r\n```\r\n@bob\r\n```\r\n@ana', names: ['ana'], because: 'lines may end as on Windows' },
  { text: '- step\n  ```\n  @bob\n  ```\n  @ana', names: ['ana'], because: 'a fence may be in a list' },
  { text: '1. ```\n   @bob\n   ```\n2. @ana', names: ['ana'], because: 'and right after its marker' },
  { text: 'so:\n\n    @bob\n\n@ana', names: ['ana'], because: 'an indented block is code' },
  { text: 'so:\n\n\t@bob', names: [], because: 'a tab indents too' },
  { text: 'so\n    @bob', names: ['bob'], because: 'a paragraph goes on however its lines are indented' },
  { text: '- a\n\n      @bob', names: ['bob'], because: 'what is indented under an item belongs to it' },
  { text: '> @bob\n@ana', names: ['ana'], because: 'a quote is its own lines, and the answer below counts' },
  { text: '  > > @bob\n> @bob\n\n@ana', names: ['ana'], because: 'quotes may be indented and nested' },
  { text: '- > @bob\n- @ana', names: ['ana'], because: 'a quote may be in a list' },
  { text: 'a > @bob', names: ['bob'], because: 'only a line that begins so is a quote' },
  { text: '> ```\n@ana', names: ['ana'], because: 'a fence in a quote ends with it' },
  { text: '```\n> @bob\n```\n@ana', names: ['ana'], because: 'a quote in code is code' },
  { text: 'https://x.org/?to=@bob @ana', names: ['ana'], because: 'an address is not prose' },
  {
    text: 'HTTPS://x.org/-@bob www.x.org/-@bob ftp://-@bob',
    names: [],
    because: 'nor is one of another form',
  },
  { text: '<https://x.org/-@bob>@ana', names: ['ana'], because: 'an address ends at its bracket' },
  {
    text: '[@ana](https://x.org/-@bob) [x](-@bob "t")',
    names: ['ana'],
    because: 'a link has a text and a target',
  },
  { text: '[1](to @bob)', names: ['bob'], because: 'words in brackets are no target' },
  { text: '看https://x.org，@bob', names: ['bob'], because: 'full-width punctuation ends an address' },
  { text: '@https://x.org', names: [], because: 'what reaches into an address is no mention' },
  {
    text: '://@bob a://-@ana',
    names: ['ana'],
    because: 'an address begins with a scheme of two letters or more',
  },
  { text: '[x](a.md "by @bob") @ana', names: ['ana'], because: 'the title of a link is not prose' },
  { text: "[x](a.md 'by @bob') [y](b (of @bob)) @ana", names: ['ana'], because: 'nor is one in other marks' },
  { text: '[x](a.md "by @bob', names: ['bob'], because: 'a title that has no end is none' },
  {
    text: '[log]: https://x.org "by @bob"\n[@ana]: /log (of @bob)',
    names: ['ana'],
    because: 'nor is the title of a target with a line of its own',
  },
  { text: '[todo]: say "hi @bob"', names: ['bob'], because: 'a word behind a colon is no target' },
  {
    text: '[log]: https://x.org "see https://y.org by @bob" ',
    names: [],
    because: 'nor is a title with an address in it',
  },
  { text: 'hi <!-- ask @bob --> @ana', names: ['ana'], because: 'a comment is not prose' },
  { text: 'hi <!-- ask\n@bob --> @ana', names: ['ana'], because: 'a comment runs over a line break' },
  {
    text: '<!--\n\n@bob\n\n--> @ana',
    names: ['ana'],
    because: 'and over blank lines, if it begins its line',
  },
  { text: '<!-- ask @bob', names: ['bob'], because: 'a comment that has no end is none' },
  { text: '<!--\n\n@bob', names: ['bob'], because: 'nor is one that begins a line' },
  { text: '`<!--` @bob `-->` @ana', names: ['bob', 'ana'], because: 'a comment in code is code' },
  { text: '<!-- ` --> @bob `x`', names: ['bob'], because: 'code does not begin in a comment' },
  { text: '```\n<!--\n```\n@bob -->', names: ['bob'], because: 'a comment does not begin in a fence' },
])('"$text" mentions $names because $because', ({ text, names }) => {
  expect(parseMentions(text).map((mention) => mention.handle)).toEqual(names)
})

test('ranges are ordered, disjoint and inside the text, and cover a text that hides nothing', () => {
  const parts = [
    'a',
    ' ',
    '\n',
    '`',
    '```',
    '~~~',
    '> ',
    '    ',
    '- ',
    'https://x',
    '](',
    ')',
    '\\',
    '\r',
    '🎉',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 50 }), (chosen) => {
      const text = chosen.join('')
      let last = 0
      for (const { start, end } of proseRanges(text)) {
        expect(start).toBeGreaterThanOrEqual(last)
        expect(end).toBeGreaterThan(start)
        last = end
      }
      expect(last).toBeLessThanOrEqual(text.length)
    }),
  )
  expect(proseRanges('hi @bob, a #topic')).toEqual([{ start: 0, end: 17 }])
  expect(proseRanges('')).toEqual([])
})
