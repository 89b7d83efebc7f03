import { expect, test } from 'vitest'
import { nearestWord } from './nearest-word.ts'

const known = ['password', 'account', 'channel', 'chanel-no', 'invite', 'invites']

test.for([
  { typed: 'pasword', meant: 'password', because: 'a letter is missing' },
  { typed: 'passsword', meant: 'password', because: 'a letter is twice' },
  { typed: 'passwird', meant: 'password', because: 'a letter is wrong' },
  { typed: 'acconut', meant: 'account', because: 'two changed places' },
  { typed: 'channeling', meant: 'channel', because: 'it is another ending' },
  { typed: 'invit', meant: undefined, because: 'two words are as near' },
  { typed: 'pssword1', meant: undefined, because: 'these are two slips' },
  { typed: 'bassword', meant: undefined, because: 'people get the first letter right' },
  { typed: 'acct', meant: undefined, because: 'short words have too many neighbours' },
])('$typed is corrected to $meant because $because', ({ typed, meant }) => {
  expect(nearestWord(typed, known)).toBe(meant)
})
