import { expect, test } from 'vitest'
import { Invalid } from '../../../platform/errors.ts'
import { createNewPasswordCheck } from './new-password.ts'

const ANA = { username: 'ana-banana', email: 'anna.berg+flock@example.org' }
const check = createNewPasswordCheck()
const problemOf = async (password: string): Promise<string | undefined> => {
  try {
    await check(password, ANA, 'new_password')
    return undefined
  } catch (error) {
    if (error instanceof Invalid) return error.fields[0]?.msg
    throw error
  }
}

test.for([
  { password: 'password1', because: 'it is among the commonest' },
  { password: 'Password1', because: 'a capital makes no other password of it' },
  { password: 'ｐａｓｓｗｏｒｄ１', because: 'full-width letters make no other password of it' },
  { password: '1234567890', because: 'it is among the commonest' },
  { password: 'iloveyou1', because: 'it is among the commonest' },
  { password: 'ana-banana', because: 'it is the username' },
  { password: 'Ana-Banana2026!', because: 'it is the username with a year' },
  { password: '123ana-banana', because: 'it is the username with a few digits' },
  { password: 'anna.berg+flock@example.org', because: 'it is the address' },
  { password: 'anna.berg92', because: 'it is the part of the address before its sign' },
  { password: 'anna.berg+flock!', because: 'it is the part of the address before its sign' },
  { password: 'example.org1', because: 'it is the part of the address after its sign' },
])('"$password" is refused: $because', async ({ password }) => {
  expect(await problemOf(password)).toMatch(/too common|username or e-mail/)
})

test.for([
  { password: 'a long enough password', because: 'nobody guesses it early' },
  { password: 'ana-banana and a kite', because: 'the name is only a part of it' },
  { password: 'ana-banana20260412', because: 'eight digits are many' },
  { password: 'tr0ub4dor&3 staple', because: 'no list has it' },
])('"$password" is accepted: $because', async ({ password }) => {
  expect(await problemOf(password)).toBeUndefined()
})
