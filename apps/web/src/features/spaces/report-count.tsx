import type { Space } from '@flockwork/contract/spaces'
import { Flag } from 'lucide-react'
import { spaceReports as words } from '../../strings/space-reports.ts'
import { Button } from '../../ui/button.tsx'
import type { OpenDialog } from './space-dialogs.tsx'
import { useOpenReports } from './use-reports.ts'

interface Props {
  space: Space
  onOpenDialog: (dialog: OpenDialog) => void
}

/** The number of reported messages that wait for the space's admins; renders nothing at 0. */
export function ReportCount({ space, onOpenDialog }: Props) {
  const open = useOpenReports(space.id, space.role === 'admin') ?? 0
  if (open === 0) return null
  return (
    <Button
      size="chip"
      aria-label={words.countOf(open, space.name)}
      icon={<Flag size={15} aria-hidden="true" className="text-rose" />}
      onClick={() => onOpenDialog({ kind: 'reports', space })}
    >
      {words.count(open)}
    </Button>
  )
}
