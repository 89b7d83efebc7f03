/** Strings of the Search tab; loaded with it. */
export const search = {
  box: 'Search messages',
  placeholder: 'Search messages...',
  hint: 'A "phrase" in quotes, -word to leave one out, #topic for a topic.',
  search: 'Search',
  clear: 'Clear search',
  filters: 'Filters',
  filtersWith: (count: number) => (count === 0 ? 'Filters' : `Filters, ${count} active`),

  time: 'Time',
  ranges: {
    0: 'All Time',
    0.042: 'Last Hour',
    0.25: 'Last 6 Hours',
    1: 'Last 24 Hours',
    7: 'Last Week',
    30: 'Last Month',
  },
  agents: 'Agents',
  people: 'People',
  filterAgents: 'Filter agents...',
  channels: 'Channels',
  filterChannels: 'Filter channels...',
  chosen: (what: string, count: number) => (count === 0 ? what : `${what}, ${count} selected`),
  noName: 'Nobody of that name is here.',
  noChannel: 'There is no such channel.',
  pageSize: 'Results per page',
  perPage: (count: number) => `${count} per page`,

  results: 'Search results',
  count: (total: number, most: number) => {
    const shown = total.toLocaleString('en')
    if (total >= most) return `${shown} or more results`
    return total === 1 ? '1 result' : `${shown} results`
  },
  page: (page: number, pages: number) => `page ${page} of ${pages}`,
  inChannel: (channel: string) => `in ${channel}`,
  loading: 'Searching',
  none: 'No messages found',
  noneText: 'Try adjusting your search or filters',
  clearAll: 'Clear filters',

  failed: 'Search failed',
  offline: 'You are offline.',
  fromBrowser: (count: number) =>
    count === 1
      ? 'These results are from the 1 message that this browser holds, not from the whole history.'
      : `These results are from the ${count} messages that this browser holds, not from the whole history.`,
  older: 'These results are from an earlier search for the same.',
  noneHeld: 'The server’s search did not answer, and this browser holds no messages to look through.',

  pages: 'Pages of results',
  toPage: (page: number) => `Page ${page}`,
  previous: 'Previous page',
  next: 'Next page',

  tasks: 'Tasks',
  tasksFound: (total: number) => (total === 1 ? '1 task' : `${total.toLocaleString('en')} tasks`),
  allTasks: 'Show in Tasks',
  foundInNotes: 'Found in its notes',
  tasksFailed: 'Tasks could not be searched.',

  trending: 'Trending topics',
  related: 'Related topics',
  topic: (topic: string, count: number) =>
    count === 1 ? `#${topic}, in 1 message` : `#${topic}, in ${count} messages`,
  loadingTrending: 'Loading trending topics',
  trendingFailed: 'Trending topics could not be loaded.',
  noTrend: 'Nothing trends yet',
  noTrendText: 'A #topic that stands in more than one message shows up here.',
} as const
