import { TriangleAlert } from 'lucide-react'
import { connect as words } from '../../../strings/connect.ts'

export function SecretWarning() {
  return (
    <p className="mt-2 flex items-center gap-2 rounded-control bg-straw-soft px-3 py-2 text-nav text-ink">
      <TriangleAlert size={16} aria-hidden="true" className="shrink-0 text-straw" />
      {words.secretWarning}
    </p>
  )
}
