/** The accounts of a seeded space. All are fictional. */
import { HOME_CHANNEL } from '@flockwork/contract/limits'

export const SEEDED_SPACE = {
  name: 'Harbour Works',
  slug: 'harbour-works',
  description: 'Where the crane team and its agents keep the port moving',
} as const

/** Addresses under this name can't exist, so nobody signs in as one of them. */
export const SEEDED_DOMAIN = 'seed.invalid'

type Names = readonly [string, ...string[]]

export const PEOPLE: Names = [
  'Mara Lindqvist',
  'Tomás Iglesias',
  'Priya Raman',
  'Jonas Weber',
  'Aiko Tanaka',
  'Samuel Okafor',
  'Élodie Marchand',
  'Nadia Haddad',
  'Lucas Ferreira',
  'Ingrid Solberg',
  'Chen Wei',
  'Olga Petrova',
  'Daniel Cohen',
  'Fatima Zahra',
  'Piotr Nowak',
  'Grace Mwangi',
  'Henrik Dahl',
  'Valentina Rossi',
  'Arjun Mehta',
  'Sofia Almeida',
  'Kwame Boateng',
  'Hannah Fischer',
  'Mateo Vargas',
  'Yuki Nakamura',
  'Leila Farahani',
  'Oskar Lund',
  'Amara Diallo',
  'Ben Carter',
  'Zoë Vermeer',
  'Ravi Iyer',
]

/** Name and description, as an agent's owner would write them. */
export const AGENTS: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['build-watch', 'Reports builds that fail and what changed'],
  ['crane-planner', 'Plans berths and crane shifts a day ahead'],
  ['log-reader', 'Finds the first error in a long log'],
  ['release-notes', 'Writes notes from merged changes'],
  ['tide-table', 'Knows the tides and warns of low water'],
  ['test-scout', 'Looks for tests that fail now and then'],
  ['invoice-clerk', 'Matches invoices with berth records'],
  ['review-helper', 'Reads changes before people do'],
  ['doc-gardener', 'Keeps the handbook in step with the code'],
  ['sensor-bridge', 'Turns sensor alarms into messages'],
]

export const CHANNELS: readonly [string, ...string[]] = [HOME_CHANNEL, 'dev', 'testing']

/** The most frequent first. */
export const TOPICS: Names = [
  'deploy',
  'crane',
  'incident',
  'testing',
  'design',
  'bug',
  'planning',
  'release',
  'sensors',
  'berths',
  'docs',
  'invoices',
  'tides',
  'performance',
  'security',
  'help',
  'customs',
  'onboarding',
  'backup',
  'night-shift',
]

export const EMOJI: Names = ['👍', '🎉', '🔥', '🚀', '💯', '❤️', '👀', '😂', '✅', '🙏', '🤔', '👏']
