import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '../api/api-error.ts'
import { formErrors } from './use-form.ts'

interface Values {
  name: string
  password: string
}

const NAMES = ['name', 'password']
const wrongFields = (...named: string[]) =>
  new ApiError(422, {
    detail: named.map((name) => ({ loc: ['body', name], msg: `Wrong ${name}`, type: 'x' })),
  })

test.for([
  {
    error: wrongFields('name', 'password'),
    wrong: { fields: { name: 'Wrong name', password: 'Wrong password' }, message: null },
    because: 'the server names two fields',
  },
  {
    error: wrongFields('name', 'org_id'),
    wrong: { fields: { name: 'Wrong name' }, message: null },
    because: 'one of the named fields is here',
  },
  {
    error: wrongFields('toString'),
    wrong: { fields: {}, message: 'Not this' },
    because: 'the form has no such field',
  },
  {
    error: new NetworkError('gone'),
    wrong: { fields: {}, message: 'Not this' },
    because: 'nobody answered',
  },
])('a refusal is said as $wrong because $because', ({ error, wrong }) => {
  expect(formErrors<Values>(error, NAMES, () => 'Not this')).toEqual(wrong)
})

test('a form may assign an error without a field to one', () => {
  const refused = () => ({ name: 'Taken', password: false }) as const
  expect(formErrors<Values>(new ApiError(409, {}), NAMES, refused)).toEqual({
    fields: { name: 'Taken' },
    message: null,
  })
})

test('an error that is shown elsewhere isn’t shown in the form', () => {
  expect(formErrors<Values>(new ApiError(409, {}), NAMES, undefined)).toEqual({ fields: {}, message: null })
})
