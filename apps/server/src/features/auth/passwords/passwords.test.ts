import { expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { createPasswords } from './passwords.ts'

const CHEAP = { memoryKib: 8, passes: 1 }

test.for(['production', 'development'])(
  'in %s a password costs 19 MiB and two passes',
  async (environment) => {
    const { passwordCost } = readConfig({ FLOCKWORK_ENV: environment })

    const stored = await createPasswords(passwordCost).hashNew('a long enough password', ANA, 'password')

    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  },
)

const ANA = { username: 'ana', email: 'ana.banana@example.org' }

test('only the same password matches its hash, at any cost', async () => {
  const stored = await createPasswords(CHEAP).hashNew('a long enough password', ANA, 'password')
  const passwords = createPasswords({ memoryKib: 16, passes: 2 })

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  expect(await passwords.matches(stored, 'a long enough password')).toBe(true)
  expect(await passwords.matches(stored, 'a long enough passwore')).toBe(false)
  expect(await passwords.matches(null, 'a long enough password')).toBe(false)
  expect(await passwords.matches(undefined, '')).toBe(false)
})

test('the same password is hashed differently each time', async () => {
  const passwords = createPasswords(CHEAP)

  expect(await passwords.hashNew('a long enough password', ANA, 'password')).not.toBe(
    await passwords.hashNew('a long enough password', ANA, 'password'),
  )
})
