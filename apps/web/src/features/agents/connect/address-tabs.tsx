import { endpointOf, signInConfigs } from './client-config.ts'
import { ConnectTabs } from './connect-tabs.tsx'

/** Each client's configuration for an agent whose token isn't available. */
export function AddressTabs({ handle }: { handle: string }) {
  const url = endpointOf(handle)
  return <ConnectTabs configs={signInConfigs(url)} url={url} handle={handle} />
}
