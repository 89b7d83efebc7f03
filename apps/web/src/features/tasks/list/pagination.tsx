import { tasks as words } from '../../../strings/tasks.ts'
import { PageNav } from '../../../ui/page-nav.tsx'
import { Select } from '../../../ui/select.tsx'
import { shownNumber } from '../../../ui/shown-number.ts'
import { PAGE_SIZES, type PageSize } from '../state/view.ts'

interface Props {
  page: number
  pages: number
  size: PageSize
  total: number
  onPage: (page: number) => void
  onSize: (size: PageSize) => void
}

/** The page size, the range on screen, and the other pages. */
export function Pagination({ page, pages, size, total, onPage, onSize }: Props) {
  const from = (page - 1) * size + 1
  const to = Math.min(total, page * size)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="w-20 text-sm">
        <Select
          aria-label={words.pageSize}
          value={String(size)}
          onValueChange={(value) => onSize(PAGE_SIZES.find((one) => String(one) === value) ?? size)}
          choices={PAGE_SIZES.map((one) => ({ value: String(one), label: String(one) }))}
        />
      </div>
      <p className="tabular text-xs text-ink-3">{words.shown(from, to, shownNumber(total))}</p>
      <PageNav label={words.pages} page={page} pages={pages} onPage={onPage} />
    </div>
  )
}
