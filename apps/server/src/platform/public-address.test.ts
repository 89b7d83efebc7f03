import { expect, test } from 'vitest'
import {
  isPublicAddress,
  isPublicOrPrivateAddress,
  literalAddressOf,
  pinnedLookup,
} from './public-address.ts'

test.for([
  ['8.8.8.8', 'public', 'a public one'],
  ['1.1.1.1', 'public', 'a public one'],
  ['2606:4700::1111', 'public', 'a public one'],
  ['127.0.0.1', 'private', 'loopback'],
  ['127.255.255.254', 'private', 'loopback'],
  ['10.1.2.3', 'private', 'a private network'],
  ['172.31.255.255', 'private', 'a private network'],
  ['192.168.1.1', 'private', 'a private network'],
  ['100.64.0.1', 'private', 'a carrier’s network'],
  ['198.18.0.1', 'private', 'a network of tests'],
  ['192.0.2.1', 'private', 'for documentation'],
  ['::1', 'private', 'loopback'],
  ['fd00::1', 'private', 'a private network'],
  ['fc12::1', 'private', 'a private network'],
  ['169.254.169.254', 'never', 'metadata of a cloud'],
  ['169.254.0.1', 'never', 'link-local'],
  ['100.100.100.200', 'never', 'metadata of a cloud'],
  ['192.0.0.192', 'never', 'metadata of a cloud'],
  ['fd00:ec2::254', 'never', 'metadata of a cloud'],
  ['0.0.0.0', 'never', 'no address'],
  ['224.0.0.1', 'never', 'multicast'],
  ['255.255.255.255', 'never', 'broadcast'],
  ['::', 'never', 'no address'],
  ['fe80::1', 'never', 'link-local'],
  ['fe80::1%eth0', 'never', 'link-local with its interface'],
  ['ff02::1', 'never', 'multicast'],
  ['::ffff:127.0.0.1', 'never', 'IPv4 as IPv6'],
  ['::ffff:a9fe:a9fe', 'never', 'IPv4 as IPv6, in hexadecimal'],
  ['::ffff:8.8.8.8', 'never', 'IPv4 as IPv6, though public'],
  ['::127.0.0.1', 'never', 'IPv4 as IPv6, the old way'],
  ['64:ff9b::7f00:1', 'never', 'IPv4 behind a translator'],
  ['64:ff9b:1::a9fe:a9fe', 'never', 'IPv4 behind a local translator'],
  ['2002:7f00:1::', 'never', 'IPv4 in a tunnel'],
  ['2001:0:7f00:1::', 'never', 'Teredo'],
  ['2001:db8::1', 'never', 'for documentation'],
  ['localhost', 'never', 'a name'],
  ['', 'never', 'nothing'],
] as const)('%s is %s: %s', ([address, kind]) => {
  expect(isPublicAddress(address)).toBe(kind === 'public')
  expect(isPublicOrPrivateAddress(address)).toBe(kind !== 'never')
})

test.for([
  ['http://2130706433/', '127.0.0.1', 'a number'],
  ['http://0x7f.1/', '127.0.0.1', 'hexadecimal'],
  ['http://0177.0.0.1/', '127.0.0.1', 'octal'],
  ['http://127.1/', '127.0.0.1', 'short'],
  ['http://①②⑦.⓪.⓪.①/', '127.0.0.1', 'other digits'],
  ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1', 'IPv4 as IPv6'],
  ['http://[::1]:8080/', '::1', 'in brackets'],
  ['http://127.0.0.1.example/', undefined, 'a name that begins so'],
] as const)('%s names %s: %s', ([url, address]) => {
  expect(literalAddressOf(new URL(url))).toBe(address)
  if (address !== undefined) expect(isPublicAddress(address)).toBe(false)
})

test('a name is looked up once, and one forbidden address among its own forbids it', async () => {
  const lookups: string[] = []
  const lookUp = (addresses: readonly string[]) =>
    new Promise((resolve) => {
      const lookup = pinnedLookup(isPublicAddress, (name, done) => {
        lookups.push(name)
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      })
      lookup('app.example', { all: false }, (error, address) => resolve(error?.message ?? address))
    })

  expect(await lookUp(['8.8.8.8', '1.1.1.1'])).toBe('8.8.8.8')
  expect(await lookUp(['8.8.8.8', '127.0.0.1'])).toBe('app.example is not a public address')
  expect(await lookUp(['::ffff:10.0.0.1'])).toBe('app.example is not a public address')
  expect(await lookUp([])).toBe('app.example is not a public address')
  expect(lookups).toHaveLength(4)
})
