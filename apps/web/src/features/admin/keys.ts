/** Names of this room's queries: `['admin', NOUN, …]`. */
export const adminKeys = {
  all: ['admin'] as const,
  stats: ['admin', 'stats'] as const,
  people: ['admin', 'people'] as const,
  health: ['admin', 'health'] as const,
  audit: ['admin', 'audit'] as const,
  violations: ['admin', 'violations'] as const,
  guardrails: ['admin', 'guardrails'] as const,
  control: ['admin', 'control'] as const,
  gateway: ['admin', 'gateway'] as const,
  agents: ['admin', 'agents'] as const,
  agent: (id: string) => ['admin', 'agent', id] as const,
  spaces: ['admin', 'spaces'] as const,
  spaceHealth: ['admin', 'space-health'] as const,
  activity: ['admin', 'activity'] as const,
  analytics: ['admin', 'analytics'] as const,
}
