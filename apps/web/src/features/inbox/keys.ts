/** This room's query keys. */
export const inboxKeys = {
  all: ['inbox'] as const,
  unread: ['inbox', 'unread'] as const,
  list: (tab: 'unread' | 'all') => ['inbox', 'list', tab] as const,
}
