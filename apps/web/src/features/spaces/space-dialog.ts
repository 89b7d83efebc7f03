import type { Space } from '@flockwork/contract/spaces'

/** The common props of all dialogs about a space. */
export interface SpaceDialogProps {
  space: Space
  open: boolean
  onOpenChange: (open: boolean) => void
}
