import type { ReactNode } from 'react'

/** The filters of a list, in a row; on a phone each search field has its own row, and the other filters fill theirs. */
export function ListFilters({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:*:grow max-md:[&>form]:basis-full">
      {children}
    </div>
  )
}
