/** Tables of this room that hold what belongs to one space. */
export const SEARCH_TABLES = ['message_words', 'search_authors', 'search_positions'] as const
