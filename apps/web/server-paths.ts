/** What the server answers, as the first part of a path. Everything else is the web app. */
export const SERVER_PATHS = [
  'api',
  'auth',
  'posts',
  'tasks',
  'mcp',
  'oauth',
  'onboarding',
  'demo',
  'docs',
  'test',
  'healthz',
  'readyz',
  'metrics',
  '\\.well-known',
]

const CALLS = new RegExp(`^/(${SERVER_PATHS.join('|')})(/|$)`)
/** Pages of the app that share their first part with paths of the server. */
const PAGES_AMONG_CALLS = /^\/(tasks|oauth\/token|oauth\/success)\/?$/
const FILE = /\.[a-z0-9]+$/i

/** Whether this path, opened in a browser, shows the web app. */
export function isPage(path: string): boolean {
  return PAGES_AMONG_CALLS.test(path) || !(CALLS.test(path) || FILE.test(path))
}
