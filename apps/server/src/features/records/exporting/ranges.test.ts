import { expect, test } from 'vitest'
import { readRange, serve } from './ranges.ts'

const GROWING = { size: 100, isWhole: false }
const DONE = { size: 100, isWhole: true }

test.for([
  { header: undefined, of: GROWING, status: 200, says: null, why: 'all that comes' },
  { header: 'bytes=0-', of: DONE, status: 206, says: 'bytes 0-99/100', why: 'from the beginning' },
  { header: 'bytes=60-', of: DONE, status: 206, says: 'bytes 60-99/100', why: 'from where it was cut off' },
  { header: 'bytes=60-', of: GROWING, status: 206, says: 'bytes 60-99/*', why: 'what is there by now' },
  { header: 'bytes=60-69', of: GROWING, status: 206, says: 'bytes 60-69/*', why: 'no more than was wanted' },
  { header: 'bytes=60-500', of: DONE, status: 206, says: 'bytes 60-99/100', why: 'no more than there is' },
  { header: 'bytes=100-', of: DONE, status: 416, says: 'bytes */100', why: 'nothing is left' },
  { header: 'bytes=100-', of: GROWING, status: 416, says: 'bytes */*', why: 'nothing is there yet' },
  { header: 'bytes=-10', of: DONE, status: 200, says: null, why: 'the last bytes are not served' },
  { header: 'bytes=0-1,5-9', of: DONE, status: 200, says: null, why: 'nor several parts' },
  { header: 'bytes=9-1', of: DONE, status: 200, says: null, why: 'nor one that ends before it begins' },
  { header: 'bytes=1e3-', of: DONE, status: 200, says: null, why: 'nor what is no number' },
  { header: 'lines=1-', of: DONE, status: 200, says: null, why: 'nor other units' },
])('$header: $why', ({ header, of, status, says }) => {
  expect(serve(readRange(header), of)).toMatchObject({ status, says })
})
