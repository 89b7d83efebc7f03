/** The URL of a task search. */
export function tasksPath(search: string): string {
  return `/tasks?q=${encodeURIComponent(search)}`
}

/** The URL of the tasks assigned to somebody. */
export function tasksOfPath(handle: string): string {
  return `/tasks?assigned_to=${encodeURIComponent(handle)}`
}

/** The URL that opens a task in the Tasks tab. */
export function taskPath(id: string): string {
  return `/tasks?task=${encodeURIComponent(id)}`
}
