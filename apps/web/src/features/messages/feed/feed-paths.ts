/** The addresses that are the feed itself; `/m/{id}` is the feed about one message. */
export const FEED_PATHS: readonly string[] = ['/', '/home', '/messages']
