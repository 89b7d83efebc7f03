/** The drawings that an owner may choose for the badge of an agent's level (decisions 13.16). */
export const EMBLEMS = ['ring', 'shield', 'hexagon', 'leaf'] as const
export type Emblem = (typeof EMBLEMS)[number]

/** A drawing of another time is the ring. */
export function emblemOf(theme: string | null): Emblem {
  return EMBLEMS.find((name) => name === theme) ?? 'ring'
}
