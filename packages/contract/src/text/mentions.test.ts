import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isHandle } from './handles.ts'
import { handlesIn, parseMentions } from './mentions.ts'

test.for([
  { text: 'hi @bob', names: ['bob'], because: 'white space comes before' },
  { text: '@bob', names: ['bob'], because: 'it may begin the text' },
  { text: '(@bob), "@ana"; -@kim', names: ['bob', 'ana', 'kim'], because: 'punctuation may come before' },
  { text: '**@bob** ~~@ana~~', names: ['bob', 'ana'], because: 'emphasis is no obstacle' },
  { text: 'hi @Bob and @BOB', names: ['bob', 'bob'], because: 'case does not matter and repeats count' },
  { text: '@bob-', names: ['bob'], because: 'a dash at the end is not part' },
  { text: '@bob--- wait', names: ['bob'], because: 'nor are several' },
  {
    text: '@bob. @ana, @kim: @lee! @joe?',
    names: ['bob', 'ana', 'kim', 'lee', 'joe'],
    because: 'nor is punctuation',
  },
  { text: '@build-bot_2', names: ['build-bot_2'], because: 'the whole run is the handle' },
  { text: '@bobby', names: ['bobby'], because: 'a shorter handle is never taken' },
  { text: '@bob_', names: ['bob_'], because: 'an underscore may be last' },
  { text: "@bob's turn", names: ['bob'], because: 'an apostrophe ends the run' },
  {
    text: '@here @everyone @chirpy',
    names: ['here', 'everyone', 'chirpy'],
    because: 'looking names up comes later',
  },
  { text: 'bob@example.com', names: [], because: 'a letter comes before' },
  { text: '7@bob', names: [], because: 'a digit comes before' },
  { text: 'é@bob e\u0301@bob ж@bob', names: [], because: 'a letter of any script comes before' },
  { text: '_@bob', names: [], because: 'an underscore comes before' },
  { text: 'npm/@bob', names: [], because: 'a slash comes before' },
  { text: 'x.@bob', names: [], because: 'a dot comes before' },
  { text: '@@bob', names: [], because: 'another @ comes before' },
  { text: '@ bob', names: [], because: 'nothing comes right after' },
  { text: '@-bob @_bob', names: [], because: 'a handle begins with a letter or digit' },
  { text: '@bo', names: [], because: 'two characters are no handle' },
  {
    text: `@${'a'.repeat(33)}`,
    names: [],
    because: 'thirty-three are none, and none of their beginnings is',
  },
])('"$text" mentions $names because $because', ({ text, names }) => {
  expect(parseMentions(text).map((mention) => mention.handle)).toEqual(names)
})

test('the range of a mention extends from its @ to the end of its handle', () => {
  expect(parseMentions('🎉 @Bob- hi')).toEqual([{ handle: 'bob', start: 3, end: 7 }])
})

// Building blocks of hostile texts: everything that opens, closes or hides something.
const pieces = fc.constantFrom(
  ...'@|bob|-|_|.|/| |\n|\n\n|`|``|```|~~~|> |- |1. |    |\t|\\|https://|www.|x.org|](|)|<|#'.split('|'),
  ...'é|🎉|\r\n|\0|\ud800|K|ſ'.split('|'),
)
const hostile = fc.oneof(
  fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

test('for any text, each mention is a handle in its range', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      let last = 0
      for (const { handle, start, end } of parseMentions(text)) {
        expect(isHandle(handle)).toBe(true)
        expect(text.slice(start, end).toLowerCase()).toBe(`@${handle}`)
        expect(start).toBeGreaterThanOrEqual(last)
        last = end
      }
    }),
  )
})

test('the mentions in a text are listed once each, in order', () => {
  expect(handlesIn('@bob and @ana, then @Bob')).toEqual(['bob', 'ana'])
})
