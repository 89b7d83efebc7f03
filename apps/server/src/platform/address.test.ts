import { expect, test } from 'vitest'
import { limitedAddress } from './address.ts'

test.for([
  { ip: '203.0.113.7', as: '203.0.113.7', because: 'an IPv4 address is one customer' },
  { ip: '::ffff:203.0.113.7', as: '203.0.113.7', because: 'this is how a socket for both names it' },
  { ip: '::FFFF:cb00:7107', as: '203.0.113.7', because: 'the same in other digits' },
  { ip: '2001:db8:0:1::7', as: '2001:db8:0:1::/64', because: 'one subscriber has the whole network' },
  { ip: '2001:db8:0:1:ffff::', as: '2001:db8:0:1::/64', because: 'it is of the same network' },
  { ip: '2001:0DB8:0000:0001:0:0:0:9', as: '2001:db8:0:1::/64', because: 'it is written in another way' },
  { ip: '2001:db8::1', as: '2001:db8:0:0::/64', because: 'zeros may be left out' },
  { ip: '::1', as: '0:0:0:0::/64', because: 'zeros may be left out in front' },
  { ip: 'fe80::1%eth0', as: 'fe80:0:0:0::/64', because: 'the interface is no part of the address' },
  { ip: 'unknown', as: 'no address', because: 'a proxy may pass on anything' },
  { ip: 'x'.repeat(3000), as: 'no address', because: 'a proxy may pass on anything' },
])('$ip is limited as $as: $because', ({ ip, as }) => {
  expect(limitedAddress(ip)).toBe(as)
})
