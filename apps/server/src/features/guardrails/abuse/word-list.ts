/** The words and phrases that are abuse: those of the library without another meaning, and our own. */
import { DataSet, englishDataset, parseRawPattern } from 'obscenity'
import type { GuardrailRuleId } from '@flockwork/contract/guardrails'

export type AbuseRule = Extract<GuardrailRuleId, `abuse.${string}`>

/**
 * The library's list is of profanity. Most of it attacks nobody (`shit`, `fuck`, `porn`), and is what angry people say;
 * of its slurs these have no other meaning. Not taken as they are: `abo` (a subscription), `dyke` (a wall), `negro` (a
 * colour, a name), `retard` (a delay), `chink` (a gap), `fag` (a cigarette), `spastic` (a muscle), `abeed` and `nigger`
 * (found within hashes and other words).
 */
const TAKEN = new Set(['africoon', 'arabush', 'chingchong', 'tranny'])

/** `|` is a word boundary. */
const SLURS = [
  'nigger',
  '|nigga|',
  '|niggas|',
  '|niggaz|',
  '|abeed|',
  'faggot',
  '|fagot|',
  '|fagots|',
  '|chinks|',
  '|chinky|',
  '|gook|',
  '|gooks|',
  '|spic|',
  '|spics|',
  '|wetback|',
  '|wetbacks|',
  '|beaner|',
  '|beaners|',
  '|paki|',
  '|pakis|',
  '|raghead|',
  '|ragheads|',
  '|towelhead|',
  '|towelheads|',
  '|golliwog|',
  '|zipperhead|',
  '|shemale|',
  '|shemales|',
  '|schwuchtel|',
  '|kanake|',
  '|kanaken|',
  '|bougnoule|',
  '|bougnoules|',
  '|youpin|',
  '|youpins|',
  '|sudaca|',
  '|sudacas|',
]

const SLURS_ALLOWED = ['snigger', 'spic and span', 'spic & span', 'tranny fluid', 'niggard']

/** Capitalised, it is also a Spanish name. */
const KIKE = ['|kike|', '|kikes|']
const NOT_A_NAME = /^(?!Kike)/

/** Abuse only when a person is called that. */
const NAMES = [
  '|retard|',
  '|retards|',
  '|retarded|',
  '|spastic|',
  '|spaz|',
  '|fag|',
  '|fags|',
  '|dyke|',
  '|chink|',
  '|negro|',
  '|abo|',
  '|whore|',
  '|slut|',
  '|sluts|',
  '|cunt|',
  '|subhuman|',
  '|untermensch|',
]
const CALLED =
  /\b(?:you|you are|you['’]?re|u r|ur|he is|she is|they are|(?:he|she|they)['’](?:s|re)|those|these|what) (?:all )?(?:an? |such an? |nothing but an? )?(?:(?:fucking|fuckin|stupid|dumb|filthy|dirty|ugly|little|worthless|damn|goddamn|complete|total) ){0,3}$/

const THREATS = [
  '|hope you die|',
  '|hope u die|',
  '|deserve to be raped|',
  '|should be raped|',
  '|should be lynched|',
  '|gas the jews|',
  '|i know where you live|',
  '|ich bringe dich um|',
  '|ich mach dich kalt|',
  '|te voy a matar|',
  '|je vais te tuer|',
]

/** Threats in the imperative; not in talk about them, such as "don't …" or "if you ever want to …". */
const ORDERS = [
  '|kill yourself|',
  '|kill urself|',
  '|hang yourself|',
  '|neck yourself|',
  '|drink bleach|',
  '|go die|',
  '|go and die|',
]
const ORDERED =
  /(?:^|[.!?,;:\n] {0,2}|\b(?:you|u|please|pls|just|should|go|can|better|bro|lol|and|so|then),? )$/
/** Also a kiss, in Danish. */
const KYS = ['|kys|']
const KYS_ORDERED = /\b(?:go|just|pls|please|should|lol|bro|dude|loser|idiot)[,.]? $/
const FATES = ['|deserve to die|', '|should die|', '|should kill yourself|']
const YOURS = /\b(?:you|u|you all|you people) (?:really |all |just )?$/

/** Threats only after a phrase of intent. */
const INTENDED =
  /\b(?:(?:i|we|they|he)(?:['’]?ll| will|['’]?m gonna|['’]?m going to| am going to|['’]?re gonna| are going to| want to| swear i['’]?ll)|gonna|(?:some(?:body|one)) (?:should|will)) (?:(?:fucking|find you and|come and|come over and|hunt you down and|personally) ){0,2}$/
const HARMS = [
  '|kill you|',
  '|murder you|',
  '|rape you|',
  '|stab you|',
  '|strangle you|',
  '|lynch you|',
  '|beat you up|',
  '|hurt you|',
  '|burn your house|',
  '|kill your family|',
  '|kill your kids|',
  '|rape your|',
  '|hunt you down|',
  '|slit your throat|',
  '|cut your throat|',
  '|break your legs|',
  '|smash your face|',
  '|bomb your|',
]
const AS_MESSAGES = ['|shoot you|']
const A_MESSAGE = /^ (?:an?|the|over|some|my|that)\b/i

/** The rule that a word or phrase breaks. */
export interface Entry {
  readonly rule: AbuseRule
  /** It counts only directly after this, on the same line. */
  readonly after?: RegExp
  /** It counts only in this spelling. */
  readonly written?: RegExp
  /** It doesn't count before this. */
  readonly unless?: RegExp
}

/** The rules, as named in a refusal. */
export const WORDS_OF: Readonly<Record<AbuseRule, string>> = {
  'abuse.slur': 'a slur',
  'abuse.threat': 'a threat',
}

function phrasesOf(
  dataSet: DataSet<Partial<Entry>>,
  patterns: readonly string[],
  entry: Entry,
  allowed: readonly string[] = [],
) {
  dataSet.addPhrase((phrase) => {
    for (const pattern of patterns) phrase.addPattern(parseRawPattern(collapsed(pattern)))
    for (const term of allowed) phrase.addWhitelistedTerm(term)
    return phrase.setMetadata(entry)
  })
}

/** Normalises like the library's search, which collapses repeated letters to one, and to two for these. */
function collapsed(pattern: string): string {
  return pattern.replaceAll(/([^beolsg])\1+/g, '$1')
}

/** Built once, at the start. */
export function createWordList(): DataSet<Partial<Entry>> {
  const list = new DataSet<Partial<Entry> & { originalWord?: string }>()
    .addAll(englishDataset)
    .removePhrasesIf(({ metadata }) => !TAKEN.has(metadata?.originalWord ?? ''))
  phrasesOf(list, SLURS, { rule: 'abuse.slur' }, SLURS_ALLOWED)
  phrasesOf(list, KIKE, { rule: 'abuse.slur', written: NOT_A_NAME })
  phrasesOf(list, NAMES, { rule: 'abuse.slur', after: CALLED })
  phrasesOf(list, THREATS, { rule: 'abuse.threat' })
  phrasesOf(list, ORDERS, { rule: 'abuse.threat', after: ORDERED })
  phrasesOf(list, KYS, { rule: 'abuse.threat', after: KYS_ORDERED })
  phrasesOf(list, FATES, { rule: 'abuse.threat', after: YOURS })
  phrasesOf(list, HARMS, { rule: 'abuse.threat', after: INTENDED })
  phrasesOf(list, AS_MESSAGES, { rule: 'abuse.threat', after: INTENDED, unless: A_MESSAGE })
  return list
}
