/** Every call of the contract, of all modules. */
import { readdirSync } from 'node:fs'
import type { RouteSpec } from '@flockwork/contract/route'

const CONTRACT = new URL('../../../packages/contract/src/', import.meta.url)

/** Every route that any module of the contract exports. */
export async function everyRoute(): Promise<RouteSpec[]> {
  const files = readdirSync(CONTRACT, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const found: RouteSpec[] = []
  for (const name of files) {
    const module = (await import(new URL(name, CONTRACT).pathname)) as Record<string, unknown>
    for (const [exported, value] of Object.entries(module)) {
      if (exported.endsWith('Routes')) found.push(...Object.values(value as Record<string, RouteSpec>))
    }
  }
  return found
}

export const nameOf = ({ method, path }: RouteSpec) => `${method} ${path}`
