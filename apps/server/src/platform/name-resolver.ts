/**
 * Looks names up that strangers chose. `dns.lookup` occupies one of the few threads that everything else waits for, for as
 * long as a slow name server makes it; this asks the system's name servers without a thread, and not for long. It ignores
 * /etc/hosts and search domains, which matter only for names that aren't public.
 */
import { promises as dns, type LookupAddress } from 'node:dns'
import { networkInterfaces } from 'node:os'
import { callbackify } from 'node:util'
import type { ResolveName } from './public-address.ts'

interface Options {
  /** For the first try; the second may take twice as long. */
  readonly timeoutMs?: number
  readonly tries?: number
  /** Absent: the system's. */
  readonly servers?: readonly string[]
}

const LOOPBACK: readonly LookupAddress[] = [{ address: '127.0.0.1', family: 4 }]

/** Yields all addresses of a name, first those of a family that this machine has addresses of. */
export function createNameResolver({ timeoutMs = 1000, tries = 2, servers }: Options = {}): ResolveName {
  const resolve = async (name: string): Promise<readonly LookupAddress[]> => {
    // loopback by definition (RFC 6761)
    if (name === 'localhost' || name.endsWith('.localhost')) return LOOPBACK
    // each time, since a resolver keeps the system's name servers of its beginning, which a laptop changes often
    const resolver = new dns.Resolver({ timeout: timeoutMs, tries })
    if (servers !== undefined) resolver.setServers(servers)
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    const found4 = addressesOf(v4, 4)
    const found6 = addressesOf(v6, 6)
    return hasIpv4() ? [...found4, ...found6] : [...found6, ...found4]
  }

  return callbackify(resolve)
}

function addressesOf(found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : []
}

function hasIpv4(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ family, internal }) => family === 'IPv4' && !internal),
  )
}
