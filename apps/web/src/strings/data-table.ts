/** Strings of paginated tables; loaded with them. */
export const pageNav = {
  previous: 'Previous page',
  next: 'Next page',
  toPage: (page: number) => `Page ${page}`,
} as const

export const dataTable = {
  loading: 'Loading the list',
  pages: 'Pages of the list',
  actions: 'Actions',
  keys: 'Arrow keys move, Enter opens, and copying takes the row or the cell.',
  shown: (from: string, to: string, total: string) => `${from}–${to} of ${total}`,
  sortBy: 'Sort by',
  sortChoice: (head: string, order: 'asc' | 'desc') =>
    `${head}, ${order === 'asc' ? 'ascending' : 'descending'}`,
  outOfDate: 'What is shown may be out of date.',
  copied: (text: string) => `Copied: ${text}`,
} as const
