export const taskRefKeys = {
  /** Tasks of a space by their refs and ids. */
  named: (spaceId: string) => ['task-refs', spaceId] as const,
}
