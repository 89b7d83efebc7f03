/** Normalises words for the search: lower case, without accents and endings, without stop words. */

const STOP_WORDS = new Set(
  `a about all also am an and any anybody anyone anything are as at be been being but by can cannot cant chirpy could did do
  does done doing explain for from get gets getting give go got had has have hello hey hi how i if in into is it
  its just kind know let like made make makes many me mean means much my need no not of ok okay on one only or our out over
  please possible really s should show so some somebody someone something t tell than thank thanks that the their
  them then there these they thing this those to understand up us use used uses using very want was way we were
  what when where which while who whom whose why will with work working works would you
  your yours whats wheres hows whos theres thats im ive id ill u ur r pls plz cant couldnt didnt
  wasnt havent now btw tho`.split(/\s+/),
)

/** Terms of other products for the same things. */
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
    msg: 'message',
    dm: 'direct',
    signin: 'login',
    signup: 'register',
    phone: 'device',
    laptop: 'device',
    computer: 'device',
    coworker: 'person',
    ppl: 'person',
    pw: 'password',
    pwd: 'password',
    acct: 'account',
    repository: 'repo',
    setup: 'config',
    kick: 'remove',
    erase: 'delete',
    picture: 'image',
    photo: 'image',
    hide: 'private',
    wifi: 'network',
    internet: 'network',
    somebody: 'person',
    picked: 'choose',
    enable: 'switch',
    disable: 'switch',
    icon: 'button',
    hook: 'webhook',
    doc: 'article',
    bug: 'trouble',
    crash: 'trouble',
    folder: 'file',
    path: 'file',
    location: 'file',
    faulty: 'trouble',
    error: 'trouble',
    fail: 'trouble',
    broken: 'trouble',
    maximum: 'limit',
    max: 'limit',
  }).map(([word, same]) => [stem(word), stem(same)]),
)

/** Combinations of stop words that mean that something fails. */
const FAILS = /\b(?:not|cannot|cant|doesnt|dont|wont|isnt)(?= (?:work|connect))/g

/** Words that people write separately or joined. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\b(?:log|logg?ed|logging|sign|signed|signing)[ -]?in\b/g, 'login'],
  [/\b(?:log|logged|logging|sign|signed|signing)[ -]?(?:out|off)\b/g, 'logout'],
  [/\b(?:sign|signed|signing)[ -]?up\b/g, 'register'],
  [/\bset[ -]?up\b/g, 'config'],
  [/\bback(?:ed|ing)?[ -]?up\b/g, 'backup'],
  [/\be-?mail\b/g, 'email'],
  [/\bwi-?fi\b/g, 'network'],
]

/** Asks for a bound: "how many spaces can I have". */
const HOW_MANY = /\bhow many\b(?=.*\b(?:can|may|allowed|limit|be)\b)/g

/** The words of a text that carry meaning, stemmed, in order, repeats included. */
export function wordsOf(text: string): string[] {
  const lower = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]s\b|['’]/g, '')
    .replaceAll(FAILS, 'trouble')
    .replaceAll(HOW_MANY, 'limit')
  const plain = JOINED.reduce((line, [apart, word]) => line.replaceAll(apart, word), lower)
  return (
    (plain.match(/[\p{L}\p{N}]+/gu) ?? [])
      // a letter alone is a slip or an abbreviation; digits mean something
      .filter((word) => !isStopWord(word))
      .map((word) => SYNONYMS.get(stem(word)) ?? stem(word))
  )
}

/** A letter alone is a slip or an abbreviation. */
function isStopWord(word: string): boolean {
  return (
    STOP_WORDS.has(word) || /^[a-z]$/.test(word) || (word.endsWith('s') && STOP_WORDS.has(word.slice(0, -1)))
  )
}

/** A light stemmer: only plural and verb endings, so that different words stay different. */
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
