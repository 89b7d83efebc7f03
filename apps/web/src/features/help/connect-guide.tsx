import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadConnect } from '../agents/index.ts'

const AddressTabs = lazyPart(async () => (await loadConnect()).AddressTabs)

/** Prefetched when a help page is idle, so that the guide works offline too. */
export const GUIDE_PARTS = [AddressTabs]

/** Each client's configuration for this agent. Reserves its final height to avoid a layout shift. */
export function ConnectGuide({ handle }: { handle: string }) {
  return (
    <div className="min-h-90">
      <AddressTabs handle={handle} />
    </div>
  )
}
