/** Strings of the command palette; loaded with it. */
export const palette = {
  title: 'Go to or do',
  field: 'Search places, tasks, people, actions',
  none: 'Nothing has that name',
  groups: {
    recent: 'Recent',
    places: 'Go to',
    spaces: 'Switch space',
    tasks: 'Open task',
    people: 'Mention',
    actions: 'Do',
  },
  newTask: 'New task',
  helpCentre: 'Help centre',
  mcp: 'Connect an MCP client',
  settings: 'Settings',
  keys: 'Help and Resources',
} as const
