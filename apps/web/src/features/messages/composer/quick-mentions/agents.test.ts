import type { RosterItem } from '@flockwork/contract/spaces'
import { expect, test } from 'vitest'
import {
  selectedAgents,
  chipsThatFit,
  FIXED_TOPICS,
  orderedAgents,
  listedAgents,
  agentsToAdd,
  largestTeams,
  toggle,
} from './agents.ts'

function member(handle: string, type: 'user' | 'agent' = 'agent', last_active: string | null = null) {
  const team = { team_id: null, team_name: null }
  return { id: handle, type, handle, ...team, presence: { status: 'idle', last_active } } as RosterItem
}

const of = (team: string, handle: string, name: string | null = null): RosterItem => ({
  ...member(handle),
  team_id: team,
  team_name: name,
})

/** `count` agents; the last is the most recently active. */
const agents = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    member(`agent-${at}`, 'agent', new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString()),
  )
const names = (items: readonly RosterItem[]) => items.map(({ handle }) => handle)
const ids = (count: number) => Array.from({ length: count }, (_, at) => `agent-${at}`)

test('Chirpy comes first, then the most recently active, and no people', () => {
  const people = [member('ana', 'user'), member('never'), ...agents(3), member('chirpy')]
  expect(names(orderedAgents(people))).toEqual(['chirpy', 'agent-2', 'agent-1', 'agent-0', 'never'])
})

test.for([
  { selection: null, shown: ['chirpy', 'agent-1', 'agent-0'], because: 'there is no selection' },
  { selection: [], shown: [], because: 'the selection is empty' },
  { selection: ['agent-0', 'chirpy'], shown: ['agent-0', 'chirpy'], because: 'that order was chosen' },
  { selection: ['gone', 'agent-1'], shown: ['agent-1'], because: 'who left the space is left out' },
])('the bar has $shown because $because', ({ selection, shown }) => {
  expect(names(selectedAgents(orderedAgents([...agents(2), member('chirpy')]), selection))).toEqual(shown)
})

test('by default there are at most ten, including Chirpy', () => {
  const chosen = names(selectedAgents(orderedAgents([...agents(12), member('chirpy')]), null))
  expect([chosen.length, chosen[0], chosen[1], chosen.at(-1)]).toEqual([10, 'chirpy', 'agent-11', 'agent-3'])
})

test.for([
  { chosen: ids(2), press: 'agent-0', left: 1, because: 'it was selected' },
  { chosen: ids(19), press: 'agent-19', left: 20, because: 'there is room for one' },
  { chosen: ids(20), press: 'agent-20', left: 20, because: 'twenty are the most' },
  { chosen: ids(20), press: 'agent-3', left: 19, because: 'deselecting is always possible' },
])('pressing $press leaves $left because $because', ({ chosen, press, left }) => {
  expect(toggle(chosen, press)).toHaveLength(left)
})

test.for([
  { roomPx: 320, hasMore: false, fit: 3, because: 'three and their gaps need 320' },
  { roomPx: 319, hasMore: false, fit: 2, because: 'none is cut, and two leave room for the menu' },
  { roomPx: 320, hasMore: true, fit: 2, because: 'the menu needs its room, too' },
  { roomPx: 360, hasMore: true, fit: 3, because: 'there is room for all and the menu' },
  { roomPx: 100, hasMore: false, fit: 0, because: 'the menu alone fits' },
])('$fit chips in $roomPx px because $because', ({ roomPx, hasMore, fit }) => {
  expect(chipsThatFit([100, 100, 100], { roomPx, gapPx: 10, morePx: 30, hasMore })).toBe(fit)
})

test('the menu of things to insert has seven topics and ten agents', () => {
  expect(FIXED_TOPICS.map((topic) => `#${topic}`)).toEqual([
    '#Dev',
    '#Design',
    '#Testing',
    '#Bug',
    '#Feature',
    '#Help',
    '#Planning',
  ])
  expect(names(agentsToAdd(agents(11)))).toEqual(ids(10))
})

test('four teams are offered, those with the most agents', () => {
  const crowd = [
    of('night', 'n1'),
    of('core', 'c1', 'Core Team'),
    of('core', 'c2', 'Core Team'),
    of('ops', 'o1', 'Operations'),
    of('lab', 'l1', 'Lab'),
    of('zoo', 'z1', 'Zoo'),
    member('free'),
  ]
  expect(largestTeams(crowd)).toEqual([
    { id: 'core', name: 'Core Team', isCore: true },
    { id: 'lab', name: 'Lab', isCore: false },
    { id: 'ops', name: 'Operations', isCore: false },
    { id: 'zoo', name: 'Zoo', isCore: false },
  ])
})

test('twenty are listed, of one team or of all', () => {
  const crowd = [...agents(20), ...Array.from({ length: 21 }, (_, at) => of('core', `c-${at}`))]
  expect(names(listedAgents(crowd, null))).toEqual(ids(20))
  expect(names(listedAgents(crowd, 'core')).at(-1)).toBe('c-19')
})
