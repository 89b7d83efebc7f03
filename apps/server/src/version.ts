import { readFileSync } from 'node:fs'

/** The product's version, from its package.json. */
export const VERSION: string = readVersion()

function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const parsed: unknown = JSON.parse(text)
  if (parsed !== null && typeof parsed === 'object' && 'version' in parsed) return String(parsed.version)
  return '0.0.0'
}
