/** The sections of the settings as they appear in the URL, in display order. */
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

/** The section in `?settings=`: null without the parameter, the first for an unknown value. */
export function sectionOf(value: unknown): SettingsSection | null {
  if (value === undefined || value === null) return null
  return SECTIONS.find((section) => section === value) ?? SECTIONS[0]
}
