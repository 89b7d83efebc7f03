import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { search as words } from '../../strings/search.ts'
import { cx } from '../../ui/cx.ts'
import { pageNumbers } from '../../ui/page-numbers.ts'
import { paramsOf, type SearchCriteria } from './criteria.ts'

interface Props {
  criteria: SearchCriteria
  pages: number
}

const ITEM =
  'tabular relative flex h-8 min-w-8 items-center justify-center rounded-control px-2 text-sm font-medium touch:h-10 touch:min-w-10'

/** The pagination; each page has a URL. */
export function Pagination({ criteria, pages }: Props) {
  if (pages <= 1) return null
  const { page } = criteria
  return (
    <nav aria-label={words.pages} className="mt-3">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        <Step criteria={criteria} to={page - 1} label={words.previous} isOff={page <= 1}>
          <ChevronLeft size={16} aria-hidden="true" />
        </Step>
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span className={cx(ITEM, 'text-ink-3')}>…</span>
            ) : (
              <Link
                to="/search"
                search={paramsOf({ ...criteria, page: number })}
                aria-label={words.toPage(number)}
                aria-current={number === page ? 'page' : undefined}
                className={cx(
                  ITEM,
                  number === page
                    ? 'bg-spruce-soft text-spruce'
                    : 'text-ink-2 transition-colors hover:bg-sunken hover:text-ink',
                )}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
        <Step criteria={criteria} to={page + 1} label={words.next} isOff={page >= pages}>
          <ChevronRight size={16} aria-hidden="true" />
        </Step>
      </ul>
    </nav>
  )
}

interface StepProps {
  criteria: SearchCriteria
  to: number
  label: string
  isOff: boolean
  children: ReactNode
}

function Step({ criteria, to, label, isOff, children }: StepProps) {
  if (isOff) {
    return (
      <li aria-hidden="true" className={cx(ITEM, 'text-line-strong')}>
        {children}
      </li>
    )
  }
  return (
    <li>
      <Link
        to="/search"
        search={paramsOf({ ...criteria, page: to })}
        aria-label={label}
        className={cx(ITEM, 'text-ink-2 transition-colors hover:bg-sunken hover:text-ink')}
      >
        {children}
      </Link>
    </li>
  )
}
