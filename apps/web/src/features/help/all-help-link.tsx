import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { helpCentre as words } from '../../strings/help.ts'

/** The link from a help page back to the help centre. */
export function AllHelpLink() {
  return (
    <Link
      to="/help"
      className="-ml-2 inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-sm font-medium text-ink-2 transition-colors hover:bg-sunken hover:text-ink"
    >
      <ArrowLeft size={15} aria-hidden="true" />
      {words.all}
    </Link>
  )
}
