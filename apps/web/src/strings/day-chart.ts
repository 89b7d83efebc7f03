/** Strings of charts by day; loaded with them. */
export const dayChart = {
  chartOf: (title: string) => `${title} by the day`,
  tableName: (title: string) => `${title} by the day, as a table`,
  showTable: 'Show table',
  hideTable: 'Hide table',
  tableOf: (title: string, isShown: boolean) => `${isShown ? 'Hide table' : 'Show table'}: ${title}`,
  day: 'Day (UTC)',
  peak: (value: string) => `peak ${value}`,
} as const
