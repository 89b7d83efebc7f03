import { CALL_ROOTS, isCallPath } from '@flockwork/contract/pages'

/** Paths that the server answers itself, other than API calls. */
const OWN = [
  'docs',
  'healthz',
  'readyz',
  'metrics',
  'flockwork-connect.tgz',
  'flockwork-connect.mjs',
  'flockwork-listen.tgz',
  'flockwork-listen.mjs',
]
const OWN_PATH = new RegExp(`^/(${OWN.join('|')})(/|$)`)
const FILE = /\.[a-z0-9]+$/i

/** The first segments of all paths that the server answers; some also contain pages of the app. */
export const SERVER_PATHS = [...CALL_ROOTS, 'tasks', 'oauth', ...OWN].map((root) => root.replace('.', '\\.'))

/** Whether this path, opened in a browser, shows the web app. */
export function isPage(path: string): boolean {
  return !(isCallPath(path) || OWN_PATH.test(path) || FILE.test(path))
}
