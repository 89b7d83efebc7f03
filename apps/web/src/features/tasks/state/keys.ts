/** This room's query keys. All data of a space's tasks is under `tasks` and the space. */
export const taskKeys = {
  space: (spaceId: string | null) => ['tasks', spaceId] as const,
  lists: (spaceId: string | null) => ['tasks', spaceId, 'list'] as const,
  /** `name` comes from `listName`. */
  list: (spaceId: string | null, name: string) => ['tasks', spaceId, 'list', name] as const,
  overview: (spaceId: string | null) => ['tasks', spaceId, 'overview'] as const,
  ofTasks: (spaceId: string | null) => ['tasks', spaceId, 'task'] as const,
  task: (spaceId: string | null, id: string) => ['tasks', spaceId, 'task', id] as const,
}
