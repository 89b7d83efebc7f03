import { recordRoutes } from '@flockwork/contract/records'
import { whyNotExport } from '@flockwork/contract/policy/spaces'
import type { Space } from '@flockwork/contract/spaces'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { spaceRecord as words } from '../../strings/space-record.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'

/** The record of a space, for its admins (docs/rules/records.md#export). */
export function SpaceRecord({ space }: { space: Space }) {
  const { api } = useServices()
  const download = useMutation({
    async mutationFn() {
      const link = await api.call(recordRoutes.link, { params: { id: space.id } })
      follow(link.url)
      return link
    },
  })
  if (whyNotExport(space) !== null) return null
  const { data, error, isPending } = download

  return (
    <section className="mt-5 flex flex-col gap-3 border-t border-line pt-5">
      <div>
        <h3 className="text-sm font-medium text-ink">{words.title}</h3>
        <p className="mt-0.5 text-sm text-ink-3">{words.text}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          icon={<Download size={15} aria-hidden="true" />}
          busy={isPending}
          onClick={() => download.mutate()}
        >
          {isPending ? words.preparing : words.download}
        </Button>
        <Link
          to="/help/$article"
          params={{ article: 'carry-a-space' }}
          className="text-sm text-egg underline underline-offset-2"
        >
          {words.help}
        </Link>
      </div>
      <div role="status" className="text-sm text-ink-3 empty:hidden">
        {data && (
          <>
            <p>
              {words.started} {words.key} <code>{data.fingerprint}</code>. {words.check}
            </p>
            <p className="mt-1">
              <code>npx flockwork space verify FILE</code>
            </p>
          </>
        )}
      </div>
      <FailureNote message={error && detailOf(error, words.failed)} />
    </section>
  )
}

/** A browser download, which resumes automatically after a lost connection. */
function follow(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
