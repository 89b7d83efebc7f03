import type { Space } from '@flockwork/contract/spaces'

/** What every dialog about a space gets. */
export interface SpaceDialogProps {
  space: Space
  open: boolean
  onOpenChange: (open: boolean) => void
}
