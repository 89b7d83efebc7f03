/** The sections of the settings as the address names them, in their order. */
export const SECTIONS = [
  'profile',
  'devices',
  'apps',
  'messages',
  'notifications',
  'shortcuts',
  'data',
] as const

export type SettingsSection = (typeof SECTIONS)[number]

/** The section that `?settings=` asks for: null without one, the first for a value that names none. */
export function sectionOf(value: unknown): SettingsSection | null {
  if (value === undefined || value === null) return null
  return SECTIONS.find((section) => section === value) ?? SECTIONS[0]
}
