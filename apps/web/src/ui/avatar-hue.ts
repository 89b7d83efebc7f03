/** The twelve hues of people's avatars. */
const HUES = [10, 28, 55, 80, 95, 140, 172, 210, 240, 285, 315, 340] as const

/** A hash of the name that is stable across machines and releases. */
export function stableHash(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  // The low bits of short names are similar; mix them with the high ones.
  return (hash ^ (hash >>> 15)) >>> 0
}

/** The hue of `username`, in oklch degrees; case-insensitive. */
export function avatarHue(username: string): number {
  return HUES[stableHash(username.toLowerCase()) % HUES.length] ?? HUES[0]
}

/** Hues of the nine team colours; null is grey, also for agents without a known colour. */
export const TEAM_HUES = {
  blue: 255,
  red: 25,
  green: 145,
  yellow: 92,
  purple: 300,
  pink: 350,
  teal: 190,
  orange: 55,
  gray: null,
} as const

export type TeamColor = keyof typeof TEAM_HUES

export function isTeamColor(name: string): name is TeamColor {
  return Object.hasOwn(TEAM_HUES, name)
}
