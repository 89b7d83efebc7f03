import { adminAuditRoutes as routes } from '@flockwork/contract/admin/audit'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { detailOf } from '../../../api/api-error.ts'
import { useServices } from '../../../api/services.ts'
import { adminAudit as words } from '../../../strings/admin-audit.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { queryOf, type AuditFilter } from './view.ts'

/** Downloads the filtered log through a link, so that the browser streams it to disk. */
export function ExportButton({ filter }: { filter: AuditFilter }) {
  const { api } = useServices()
  const download = useMutation({
    async mutationFn() {
      const { url } = await api.call(routes.link, { body: queryOf(filter) })
      const link = document.createElement('a')
      link.href = url
      link.download = ''
      link.click()
    },
  })
  return (
    <div className="flex flex-col items-end gap-2">
      <Button
        size="chip"
        icon={<Download size={15} aria-hidden="true" />}
        title={words.exportNote}
        busy={download.isPending}
        onClick={() => download.mutate()}
      >
        {download.isPending ? words.exporting : words.export}
      </Button>
      <FailureNote message={download.error && detailOf(download.error, words.exportFailed)} />
    </div>
  )
}
