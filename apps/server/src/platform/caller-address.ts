/** The address that the call comes from, for whatever is written about it deep below the route (the audit log). */
import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string | null>()

/** Runs a call's work, in which `callerAddress` is its address. */
export function withCallerAddress<T>(address: string | null, work: () => T): T {
  return current.run(address, work)
}

/** `undefined` outside of a call: in a job, on the command line. */
export function callerAddress(): string | null | undefined {
  return current.getStore()
}
