/** The words of the palette. Not joined with the others: only who opens it loads them. */
export const palette = {
  title: 'Go to or do',
  field: 'Search places, spaces, people and actions',
  none: 'Nothing has that name',
  groups: { places: 'Go to', spaces: 'Switch space', people: 'Mention', actions: 'Do' },
  helpCentre: 'Help centre',
  mcp: 'Connect an MCP client',
  settings: 'Settings',
  keys: 'Help and Resources',
} as const
