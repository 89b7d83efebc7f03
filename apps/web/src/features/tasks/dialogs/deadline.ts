/**
 * Converts deadlines between the wire format and the browser's datetime field, which is in the user's time zone. Pure.
 */

const LENGTH = 'YYYY-MM-DDTHH:mm'.length

/** @param time RFC 3339; null for none */
export function toLocalInput(time: string | null): string {
  if (time === null) return ''
  const at = new Date(time)
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return Number.isNaN(at.getTime()) ? '' : shifted.toISOString().slice(0, LENGTH)
}

/** RFC 3339; null for none. */
export function fromLocalInput(value: string): string | null {
  const at = new Date(value)
  return value.trim() === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
