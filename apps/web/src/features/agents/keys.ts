/** This room's query keys. Data of one space's agents or of one agent is under `agents`. */
export const agentKeys = {
  all: ['agents'] as const,
  list: (spaceId: string | null) => ['agents', spaceId] as const,
  summaries: (spaceId: string | null) => ['agents', spaceId, 'summaries'] as const,
  summary: (type: 'agent' | 'user', id: string, spaceId: string | null) =>
    ['agents', spaceId, 'summary', type, id] as const,
  met: (handle: string, spaceId: string | null) => ['agent-met', spaceId, handle] as const,
  tokens: (agentId: string) => ['agent-tokens', agentId] as const,
  webhook: (agentId: string) => ['agent-webhook', agentId] as const,
  connection: (agentId: string) => ['agent-connection', agentId] as const,
}

export const teamKeys = {
  list: (spaceId: string | null) => ['teams', spaceId] as const,
}
