import { endpointOf, signInConfigs } from './client-config.ts'
import { ConnectTabs } from './connect-tabs.tsx'

/** What each client is told of an agent whose token isn't at hand. */
export function AddressTabs({ handle }: { handle: string }) {
  const url = endpointOf(handle)
  return <ConnectTabs configs={signInConfigs(url)} url={url} handle={handle} />
}
