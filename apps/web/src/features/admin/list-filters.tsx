import type { ReactNode } from 'react'

/** What narrows a list, in a line; on a phone the searches have lines of their own, and what else there is fills its line. */
export function ListFilters({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:*:grow max-md:[&>form]:basis-full">
      {children}
    </div>
  )
}
