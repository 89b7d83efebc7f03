/** The twelve hues of people's avatars. */
const HUES = [10, 28, 55, 80, 95, 140, 172, 210, 240, 285, 315, 340] as const

/** A number that is the same for the same name on every machine and in every release. */
export function stableHash(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  }
  // The last bits of a short name are alike; mix them with the first.
  return (hash ^ (hash >>> 15)) >>> 0
}

/** The hue of `username`, in degrees of oklch; letter case doesn't matter. */
export function avatarHue(username: string): number {
  return HUES[stableHash(username.toLowerCase()) % HUES.length] ?? HUES[0]
}

/** Hues of the nine team colours; null is grey, which an agent also has when no colour of it is known. */
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
