/** The address of the tasks that a search finds. */
export function tasksPath(search: string): string {
  return `/tasks?q=${encodeURIComponent(search)}`
}

/** The address of the tasks that somebody has. */
export function tasksOfPath(handle: string): string {
  return `/tasks?assigned_to=${encodeURIComponent(handle)}`
}

/** The address that opens a task in the Tasks tab. */
export function taskPath(id: string): string {
  return `/tasks?task=${encodeURIComponent(id)}`
}
