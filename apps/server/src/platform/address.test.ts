import { expect, test } from 'vitest'
import { callerIp, limitedAddress } from './address.ts'

test.for([
  { ip: '203.0.113.7', as: '203.0.113.7', because: 'an IPv4 address is one customer' },
  { ip: '::ffff:203.0.113.7', as: '203.0.113.7', because: 'this is how a socket for both names it' },
  { ip: '::FFFF:cb00:7107', as: '203.0.113.7', because: 'the same in other digits' },
  { ip: '2001:db8:0:1::7', as: '2001:db8:0:1::/64', because: 'one subscriber has the whole network' },
  { ip: '2001:db8:0:1:ffff::', as: '2001:db8:0:1::/64', because: 'it is of the same network' },
  { ip: '2001:0DB8:0000:0001:0:0:0:9', as: '2001:db8:0:1::/64', because: 'it is written in another way' },
  { ip: '2001:db8::1', as: '2001:db8:0:0::/64', because: 'zeros may be left out' },
  { ip: '::1', as: '0:0:0:0::/64', because: 'zeros may be left out in front' },
  { ip: null, as: 'no address', because: 'a proxy may name none' },
])('$ip is limited as $as: $because', ({ ip, as }) => {
  expect(limitedAddress(ip)).toBe(as)
})

test.for([
  { named: '203.0.113.7', ip: '203.0.113.7', because: 'it is one' },
  { named: '2001:db8::7', ip: '2001:db8::7', because: 'it is one' },
  { named: '203.0.113.7:51234', ip: '203.0.113.7', because: 'some proxies name the port, too' },
  { named: '[2001:db8::7]:51234', ip: '2001:db8::7', because: 'some proxies name the port, too' },
  { named: 'fe80::1%eth0', ip: 'fe80::1', because: 'the interface is no part of the address' },
  { named: 'unknown', ip: null, because: 'a proxy may say so' },
  { named: '<script>alert(1)</script>', ip: null, because: 'a caller may have written it' },
  { named: '203.0.113.999', ip: null, because: 'no part is above 255' },
  { named: '', ip: null, because: 'an entry may be empty' },
  { named: `::1%${'x'.repeat(3000)}`, ip: '::1', because: 'whatever follows the sign is cut' },
  { named: 'x'.repeat(3000), ip: null, because: 'nothing of it is stored' },
])('a forwarded address of $named is read as $ip: $because', ({ named, ip }) => {
  expect(callerIp({ ip: named })).toBe(ip)
})
