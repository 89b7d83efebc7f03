import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { pageNav as words } from '../strings/data-table.ts'
import { cx } from './cx.ts'
import { pageNumbers } from './page-numbers.ts'

interface Props {
  /** The accessible name. */
  label: string
  /** 1-based. */
  page: number
  pages: number
  onPage: (page: number) => void
}

const ITEM =
  'tabular relative flex h-8 min-w-8 items-center justify-center rounded-control px-2 text-sm font-medium touch:h-10 touch:min-w-10'
const LIVE = 'text-ink-2 transition-colors hover:bg-sunken hover:text-ink'

/** The pagination of a list; nothing if there is only one page. */
export function PageNav({ label, page, pages, onPage }: Props) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label} className="ms-auto">
      <ul className="flex flex-wrap items-center gap-1">
        <Step to={page - 1} isOff={page <= 1} label={words.previous} onPage={onPage}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Step>
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span className={cx(ITEM, 'text-ink-3')}>…</span>
            ) : (
              <button
                type="button"
                aria-label={words.toPage(number)}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
                className={cx(ITEM, number === page ? 'bg-spruce-soft text-spruce' : LIVE)}
              >
                {number}
              </button>
            )}
          </li>
        ))}
        <Step to={page + 1} isOff={page >= pages} label={words.next} onPage={onPage}>
          <ChevronRight size={16} aria-hidden="true" />
        </Step>
      </ul>
    </nav>
  )
}

interface StepProps {
  to: number
  isOff: boolean
  label: string
  onPage: (page: number) => void
  children: ReactNode
}

function Step({ to, isOff, label, onPage, children }: StepProps) {
  return (
    <li>
      <button
        type="button"
        aria-label={label}
        // not `disabled`, which would lose the focus at the last page
        aria-disabled={isOff || undefined}
        onClick={() => !isOff && onPage(to)}
        className={cx(ITEM, isOff ? 'text-line-strong' : LIVE)}
      >
        {children}
      </button>
    </li>
  )
}
