/**
 * Makes the source of a pattern case-insensitive. Not by `(?i:…)`: once a process has compiled a megabyte of patterns,
 * V8 compiles further ones without optimisation, and then alternatives in such a group match only in their own case
 * (Node.js 24).
 */
export function anyCase(source: string): string {
  return source.replaceAll(/\\.|[a-z]/g, (part) =>
    part.length === 1 ? `[${part}${part.toUpperCase()}]` : part,
  )
}
