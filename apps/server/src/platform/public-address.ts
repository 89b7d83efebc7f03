/**
 * Which addresses the server may connect to when a user chose the name. A name is looked up once, all of its
 * addresses are checked, and the connection uses one of them: a second lookup could differ (DNS rebinding).
 */
import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Addresses outside the public internet (IANA's special-purpose registries), and multicast. */
const SPECIAL: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** The global unicast range of IPv6, less its special-purpose networks. */
const PUBLIC_V6 = ['2000::', 3] as const
const SPECIAL_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

/** Cloud metadata services and unassignable addresses: never meant by an operator. */
const NEVER: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['192.0.0.192', 32],
  ['224.0.0.0', 3],
]
const LOCAL_V6: readonly (readonly [string, number])[] = [
  ['::1', 128],
  ['fc00::', 7],
]
const NEVER_V6: readonly (readonly [string, number])[] = [['fd00:ec2::', 32]]

const special = blockList(SPECIAL, SPECIAL_V6)
const publicV6 = blockList([], [PUBLIC_V6])
const never = blockList(NEVER, NEVER_V6)
const localV6 = blockList([], LOCAL_V6)

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  return version === 6 && publicV6.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/** A public, loopback or private address; never a link-local one, where clouds serve their metadata. */
export function isPublicOrPrivateAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !never.check(address, 'ipv4')
  if (version !== 6 || never.check(address, 'ipv6')) return false
  return isPublicAddress(address) || localV6.check(address, 'ipv6')
}

/** The URL's IP address, without brackets; `undefined` if it has a name. */
export function literalAddressOf(url: URL): string | undefined {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(name) === 0 ? undefined : name
}

/** Looks up every address of a name. */
export type ResolveName = (
  name: string,
  done: (error: Error | null, addresses?: readonly LookupAddress[]) => void,
) => void

/** By the system, with /etc/hosts: for names that people set, who are few. It occupies a thread until it ends. */
const resolveName: ResolveName = (name, done) => lookup(name, { all: true }, done)

/** The server may not connect to this name or address. */
export class AddressNotAllowed extends Error {
  override name = 'AddressNotAllowed'
}

/** The `lookup` of a request: yields one address of the name, if all of them are allowed. */
export function pinnedLookup(
  isAllowed: (address: string) => boolean,
  resolve: ResolveName = resolveName,
): LookupFunction {
  return (name, { all }, done) => {
    resolve(name, (error, addresses = []) => {
      if (error !== null) return done(error, '')
      const [first] = addresses
      const isSafe = first !== undefined && addresses.every(({ address }) => isAllowed(address))
      if (!isSafe) return done(new AddressNotAllowed(`${name} is not a public address`), '')
      if (all === true) done(null, [first])
      else done(null, first.address, first.family)
    })
  }
}

type Networks = readonly (readonly [string, number])[]

function blockList(v4: Networks, v6: Networks): BlockList {
  const list = new BlockList()
  for (const [network, bits] of v4) list.addSubnet(network, bits, 'ipv4')
  for (const [network, bits] of v6) list.addSubnet(network, bits, 'ipv6')
  return list
}
