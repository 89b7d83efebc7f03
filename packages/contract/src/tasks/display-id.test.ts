import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayId, parseTaskNames, readDisplayId, taskNumbersIn } from './display-id.ts'

test.for([
  { text: 'T-12', number: 12, because: 'that is how it is shown' },
  { text: 't-12', number: 12, because: 'case does not matter' },
  { text: '#T-12', number: 12, because: 'some write a # before it' },
  { text: ' T-12\n', number: 12, because: 'white space around it does not matter' },
  { text: 'T-999999999', number: 999_999_999, because: 'nine digits are a number' },
  { text: 'T-1000000000', number: null, because: 'ten are beyond all' },
  { text: 'T-0', number: null, because: 'tasks are counted from one' },
  { text: 'T-012', number: null, because: 'no name begins with a zero' },
  { text: 'T12', number: null, because: 'the dash is missing' },
  { text: 'T-', number: null, because: 'the number is missing' },
  { text: 'T-1.5', number: null, because: 'it is no whole number' },
  { text: 'T-12 and T-13', number: null, because: 'they are two' },
  { text: 'AT-12', number: null, because: 'it is another name' },
  { text: '12', number: null, because: 'a number alone is no name' },
  { text: 'T-\u0661', number: null, because: 'digits are those of ASCII' },
])('"$text" names the task $number because $because', ({ text, number }) => {
  expect(readDisplayId(text)).toBe(number)
})

test('every number survives formatting and parsing', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (number) => {
      expect(readDisplayId(displayId(number))).toBe(number)
      expect(taskNumbersIn(`before ${displayId(number)}, after`)).toEqual([number])
    }),
  )
})

test.for([
  { text: 'T-12', numbers: [12], because: 'it may be the whole text' },
  { text: 'see T-12', numbers: [12], because: 'white space comes before' },
  { text: '(T-12), "T-3"; T-4.', numbers: [12, 3, 4], because: 'punctuation may come before and after' },
  { text: '**T-12** ~~T-3~~', numbers: [12, 3], because: 'emphasis is no obstacle' },
  { text: 'T-12’s end, T-3: go! T-4?', numbers: [12, 3, 4], because: 'an apostrophe or a sign ends it' },
  { text: 'T-12- next', numbers: [12], because: 'a dash at the end is not part' },
  { text: '- T-12\n- T-3', numbers: [12, 3], because: 'items of a list are prose' },
  { text: '| T-12 | T-3 |', numbers: [12, 3], because: 'so are cells of a table' },
  { text: 'T-12 T-3 T-12', numbers: [12, 3, 12], because: 'repeats count' },
  { text: 'T-12/T-13', numbers: [12], because: 'after a slash it may be a path' },
  { text: 't-12 t-shirt', numbers: [], because: 'in prose only the capital is a name' },
  { text: '#T-12', numbers: [], because: 'that would be a topic' },
  { text: '@T-12', numbers: [], because: 'that would be a mention' },
  { text: 'AT-12 éT-12 жT-12 e\u0301T-12', numbers: [], because: 'a letter of any script comes before' },
  { text: '7T-12 _T-12 -T-12', numbers: [], because: 'a digit, an underscore or a dash comes before' },
  { text: 'x.T-12', numbers: [], because: 'a dot comes before' },
  { text: 'T-12a T-12é T-12_b T-12-b', numbers: [], because: 'it goes on as another word' },
  { text: 'T-12.5', numbers: [], because: 'it goes on as another number' },
  { text: 'T-1234567890', numbers: [], because: 'ten digits are beyond all, and no beginning is taken' },
  { text: 'T-0 T-012', numbers: [], because: 'tasks are counted from one' },
  { text: 'T -12 T- 12', numbers: [], because: 'a space parts it' },
  { text: 'T-12@x.org T-12.a+b@x.org', numbers: [], because: 'it begins an e-mail address' },
  { text: '`T-12`', numbers: [], because: 'it stands in code' },
  { text: '```\nT-12\n```', numbers: [], because: 'it stands in a block of code' },
  { text: '    T-12', numbers: [], because: 'indented text is code' },
  { text: '> T-12', numbers: [], because: 'a quote names what another named' },
  { text: 'https://example.org/T-12 https://x.org/?a=T-12', numbers: [], because: 'it stands in an address' },
  { text: '[here](https://example.org/a(T-12))', numbers: [], because: 'it stands in where a link leads' },
])('"$text" names $numbers because $because', ({ text, numbers }) => {
  expect(parseTaskNames(text).map(({ number }) => number)).toEqual(numbers)
})

test('the range of a name extends from its T to the end of its number', () => {
  expect(parseTaskNames('🎉 T-12- ok')).toEqual([{ number: 12, start: 3, end: 7 }])
})

test('the numbers in a text are listed once each, in order', () => {
  expect(taskNumbersIn('T-12 and T-3, then T-12')).toEqual([12, 3])
})

// Building blocks of hostile texts: everything that opens, closes or hides something.
const pieces = fc.constantFrom(
  ...'T|-|T-1|2|0|_|.|/| |\n|\n\n|`|``|```|~~~|> |- |1. |    |\t|\\|https://|www.|](|)|<|#|@'.split('|'),
  ...'é|🎉|\r\n|\0|\ud800|ｔ|１'.split('|'),
)
const hostile = fc.oneof(
  fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
)

test('for any text, each range contains a name', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      let last = 0
      for (const { number, start, end } of parseTaskNames(text)) {
        expect(text.slice(start, end)).toBe(displayId(number))
        expect(start).toBeGreaterThanOrEqual(last)
        last = end
      }
    }),
  )
})
