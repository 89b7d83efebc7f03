import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadConnect } from '../agents/index.ts'

const AddressTabs = lazyPart(async () => (await loadConnect()).AddressTabs)

/** Fetched in a quiet moment of any page of the help, so that the guide works offline too. */
export const GUIDE_PARTS = [AddressTabs]

/** The configuration of each client for this agent. Reserves its final height, so that nothing below moves. */
export function ConnectGuide({ handle }: { handle: string }) {
  return (
    <div className="min-h-90">
      <AddressTabs handle={handle} />
    </div>
  )
}
