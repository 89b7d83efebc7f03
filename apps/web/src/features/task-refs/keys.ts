export const taskRefKeys = {
  /** Tasks of a space by their names and ids. */
  named: (spaceId: string) => ['task-refs', spaceId] as const,
}
