import { proseRanges } from './prose.ts'

export type Sentiment = 'positive' | 'negative' | 'neutral'

const wordsIn = (words: string): string[] => words.trim().split(/\s+/)

const POSITIVE: ReadonlySet<string> = new Set(
  wordsIn(`
    agree amazing amused appreciate appreciated awesome beautiful better best bravo brilliant celebrate cheers clean
    clever cool congrats congratulations correct delighted easy elegant enjoy enjoyed excellent excited fabulous
    fantastic fast faster favourite favorite fine fixed fun glad good gorgeous great happy helped helpful helps hooray
    hurray impressed impressive improved improvement improves kudos like liked love loved lovely neat nice perfect
    perfectly pleased pleasant progress proud ready reliable resolved safe shipped smart smooth smoothly solid solved
    splendid success succeeded successful successfully super superb terrific thank thankful thanks thx useful welcome
    well win wins wonderful wow yay yes
    👍 👏 🎉 🚀 🔥 💯 🙏 👌 🏆 💪 ✅ ⭐ ❤ 😀 😁 😂 😃 😄 😊 🙂 😍 😎 🤩 🥳
  `),
)

const NEGATIVE: ReadonlySet<string> = new Set(
  wordsIn(`
    afraid angry annoyed annoying awful bad blocked blocker blocking bother broke broken bug bugs buggy complain
    complaint concern concerned concerns confused confusing corrupt corrupted crash crashed crashes crashing critical
    damage dead denied difficult disappointed disappointing disagree disaster down error errors fail failed failing
    fails failure failures fault faulty fear frustrated frustrating hard hate hated horrible hurt impossible incorrect
    insecure issue issues lose losing lost mad mess messy miss missed missing mistake mistakes pain painful poor
    problem problems refused regression rejected risk risky sad scared slow slower sorry stuck stupid terrible trouble
    ugly unable unacceptable unfortunately unhappy unreliable unsafe unstable unusable upset useless vulnerable warning
    waste weak worried worry worse worst wrong
    👎 😞 😟 😠 😡 😢 😭 😱 🤦 ❌ 🚩 ☹ 🙁 💔
  `),
)

const NEGATIONS: ReadonlySet<string> = new Set(
  wordsIn('not no never without cannot cant dont doesnt didnt isnt wasnt wont'),
)

const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\p{Extended_Pictographic}/gu
const CODE = /[`~]|^(?: {4}|\t)/m

/**
 * The sentiment of a message, by counting positive and negative words. A
 * negation right before a word inverts it. Code, quotes and URLs don't count.
 *
 * @returns null for a message that is only code
 */
export function sentimentOf(text: string): Sentiment | null {
  const prose = proseRanges(text)
    .map(({ start, end }) => text.slice(start, end))
    .join(' ')
  if (prose.trim() === '' && CODE.test(text)) return null

  let balance = 0
  let isNegated = false
  for (const [typed] of prose.matchAll(WORD)) {
    const word = typed.toLowerCase().replaceAll(/['’]/g, '')
    const weight = Number(POSITIVE.has(word)) - Number(NEGATIVE.has(word))
    balance += isNegated ? -weight : weight
    isNegated = NEGATIONS.has(word)
  }
  if (balance === 0) return 'neutral'
  return balance > 0 ? 'positive' : 'negative'
}
