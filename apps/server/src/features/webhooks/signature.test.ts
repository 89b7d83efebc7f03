import { expect, test } from 'vitest'
import { newSecret, signatureHeaders } from './signature.ts'

// from the specification's reference libraries
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('a signature matches the specification', () => {
  expect(signatureHeaders([VECTOR.secret], VECTOR)).toEqual({
    'webhook-id': VECTOR.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': VECTOR.signature,
  })
})

test('after a rotation both secrets sign, the new one first', () => {
  const fresh = newSecret()
  const { 'webhook-signature': signature } = signatureHeaders([fresh, VECTOR.secret], VECTOR)
  expect(signature.split(' ')).toEqual([expect.stringMatching(/^v1,.{44}$/), VECTOR.signature])
  expect(fresh).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(newSecret()).not.toBe(fresh)
})
