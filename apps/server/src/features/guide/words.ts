/** Normalises words for the search: lower case, without accents and endings, without stop words. */

const STOP_WORDS = new Set(
  `a about all also am an and any anybody anyone anything are as at be been being but by can cannot cant chirpy could did do
  does done doing explain for from get gets getting give go got had has have hello hey hi how i if in into is it
  its just kind know let like made make makes many me mean means much my need no not of ok okay on one only or our out over
  please possible really s should show so some somebody someone something t tell than thank thanks that the their
  them then there these they thing this those to understand up us use used uses using very want was way we were
  what when where which while who whom whose why will with work working works would you
  your yours`.split(/\s+/),
)

/** Words of other products for the same things. */
const SYNONYMS = new Map(
  Object.entries({
    workspace: 'space',
    organization: 'space',
    organisation: 'space',
    org: 'space',
    hashtag: 'topic',
    tag: 'topic',
    bot: 'agent',
    teammate: 'person',
    colleague: 'person',
    people: 'person',
    user: 'person',
    registration: 'register',
    invitation: 'invite',
    configuration: 'config',
    configure: 'config',
    setting: 'config',
    db: 'database',
    postgres: 'postgresql',
    env: 'environment',
    thread: 'reply',
    answering: 'answer',
    administrator: 'admin',
    emoji: 'reaction',
    react: 'reaction',
    vscode: 'code',
  }).map(([word, same]) => [stem(word), stem(same)]),
)

/** Stop words that together mean that something fails. */
const FAILS = /\b(?:not|cannot|cant|doesnt|dont|wont|isnt)(?= (?:work|connect))/g

/** The words of a text that carry meaning, stemmed, in order, repeats included. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]s\b|['’]/g, '')
    .replaceAll(FAILS, 'trouble')
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !STOP_WORDS.has(word))
    .map((word) => SYNONYMS.get(stem(word)) ?? stem(word))
}

/** A light stemmer: plural and verb endings only, so that different words stay different. */
export function stem(word: string): string {
  let root = word
  if (root.length > 4 && root.endsWith('ies')) root = `${root.slice(0, -3)}y`
  else if (root.length > 3 && /[^aisu]s$/.test(root)) root = root.slice(0, -1)

  if (root.length > 5 && root.endsWith('ing')) root = root.slice(0, -3)
  else if (root.length > 4 && root.endsWith('ed')) root = root.slice(0, -2)
  if (root.length > 6 && root.endsWith('ion')) root = root.slice(0, -3)

  if (/([bdgmnprt])\1$/.test(root)) root = root.slice(0, -1)
  return root.length > 3 && root.endsWith('e') ? root.slice(0, -1) : root
}
