import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SCREENS } from './index.ts'
import { SECTIONS } from './places.ts'

const ROUTES_IN = {
  'app/routes/router.tsx': /path: '([^']+)'/g,
  // the public pages outside the shell
  'app/gate/arrival.ts': /^ {2}'(\/[^']+)': '/gm,
}
/** Parsed separately in app/gate/authorization-prompt.ts; each of its pages is one. */
const PROMPTS: Record<string, string> = { consent: '/consent/$uid', device: '/device', join: '/join/$code' }

function sourceOf(file: string): string {
  return readFileSync(path.join(import.meta.dirname, '../../../apps/web/src', file), 'utf8')
}

function found(pattern: RegExp, file: string): string[] {
  return [...sourceOf(file).matchAll(pattern)].map(([, name = '']) => name)
}

describe('the gallery', () => {
  test('has a screen for every route of the app, and for no other', () => {
    const routes = Object.entries(ROUTES_IN).flatMap(([file, pattern]) => found(pattern, file))
    const prompts = found(/readonly page: '(\w+)'/g, 'app/gate/authorization-prompt.ts')
    const expected = [...routes, ...prompts.map((name) => PROMPTS[name] ?? `a route for ${name}`)]
    const shown = SCREENS.flatMap((screen) => screen.routes)
    expect([...new Set(shown)].toSorted()).toEqual([...new Set(expected)].toSorted())
  })

  test('has every section of the settings', () => {
    const [, list = ''] = /SECTIONS = \[([^\]]*)\]/.exec(sourceOf('features/settings/sections.ts')) ?? []
    expect([...list.matchAll(/'(\w+)'/g)].map(([, name]) => name)).toEqual(SECTIONS)
  })

  test('names each screen once, and each state of a screen once', () => {
    const names = SCREENS.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    for (const { states } of SCREENS) {
      const own = states.map((state) => state.name)
      expect(own).toEqual([...new Set(own)])
    }
  })

  const namesOf = (name: string) =>
    SCREENS.find((one) => one.name === name)?.states.map((state) => state.name)

  test('shows each page with data empty, loading, failed, offline, with long names, narrow and zoomed', () => {
    const expected = ['empty', 'long names', 'loading', 'error', 'offline', 'narrow', 'zoomed']
    for (const name of ['messages', 'tasks', 'agents', 'search', 'spaces', 'discover', 'inbox', 'catch-up']) {
      expect(namesOf(name), name).toEqual(expect.arrayContaining(expected))
    }
  })

  test('shows each other page and dialog that loads something while it loads, failed and offline', () => {
    for (const name of ['task', 'agent', 'settings', 'help', 'admin', 'control-center']) {
      expect(namesOf(name), name).toEqual(expect.arrayContaining(['loading', 'error', 'offline']))
    }
  })

  test('shows a client that connects, is late or is refused, a demo, and the feed while it reconnects', () => {
    const arrivals = ['connected', 'first message', 'late', 'client refused']
    expect(namesOf('register')).toEqual(expect.arrayContaining(arrivals))
    expect(namesOf('messages')).toEqual(expect.arrayContaining(['demo', 'reconnecting']))
  })
})
