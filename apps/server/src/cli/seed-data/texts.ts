/** The texts of a seeded space: sentences in which some words are frequent and some occur once. */
import type { Random } from './random.ts'

type Choices = readonly [string, ...string[]]

const SUBJECTS: Choices = [
  'the deployment',
  'the berth planner',
  'the crane scheduler',
  'the build',
  'the night shift report',
  'the tide feed',
  'the invoice import',
  'the sensor bridge',
  'the new dashboard',
  'the login page',
  'the container search',
  'the customs form',
  'the release branch',
  'the staging database',
  'the backup job',
  'the message queue',
  'the mobile view',
  'the permission check',
  'the weather widget',
  'the yard map',
]
const STATES: Choices = [
  'is done',
  'works again',
  'looks good to me',
  'is slower than last week',
  'needs another pair of eyes',
  'failed twice this morning',
  'is waiting for review',
  'passes all the tests now',
  'still shows the old numbers',
  'is live on staging',
  'broke after the last merge',
  'is ready for the demo',
  'times out when the tide changes',
  'should be quick to fix',
  'can wait until Monday',
]
const QUESTIONS: Choices = [
  'Does anyone know why',
  'Who can take a look, because',
  'Is it only me or does it seem that',
  'Can somebody confirm that',
  'Did we decide what happens when',
]
const CLOSINGS: Choices = [
  'Thanks!',
  'I will have a look after lunch.',
  'No hurry.',
  'Details are in the thread.',
  'Please shout if that breaks anything for you.',
  'I wrote down what I tried.',
  'Let us talk about it in the standup.',
  'Nothing to do for you.',
  'It took three attempts, but the numbers add up.',
  'We should add a test for that.',
]
const REPLIES: Choices = [
  'On it.',
  'Good catch, thank you.',
  'I can reproduce that here.',
  'Merged.',
  'That explains the alarm from last night.',
  'Could you paste the first lines of the log?',
  'Same here since the update.',
  'Done, please check.',
  'Let me ask the night shift.',
  'Agreed, go ahead.',
]
const PLACES: Choices = ['berth', 'crane', 'gate', 'dock', 'yard', 'quay', 'ramp', 'shed']
const PARTS: Choices = [
  'gateway',
  'worker',
  'planner',
  'monitor',
  'adapter',
  'index',
  'cache',
  'router',
  'feed',
  'store',
]
const AREAS: Choices = [
  'berth',
  'crane',
  'tide',
  'cargo',
  'customs',
  'billing',
  'sensor',
  'yard',
  'pilot',
  'weather',
]
const LISTS: Choices = [
  'Rolled out to staging',
  'Watched the error rate',
  'Asked the crane operators',
  'Updated the handbook',
  'Closed the old tickets',
]

interface TextOptions {
  readonly isReply: boolean
  readonly topics: readonly string[]
  readonly mentions: readonly string[]
}

/** The text of a message; Markdown now and then, as people and agents write it. */
export function composeText(random: Random, { isReply, topics, mentions }: TextOptions): string {
  const parts: string[] = []
  if (mentions.length > 0) parts.push(mentions.map((handle) => `@${handle}`).join(' '))
  parts.push(isReply && random.chance(0.6) ? random.pickEarly(REPLIES) : sentence(random))
  if (random.chance(0.35)) parts.push(sentence(random))
  if (random.chance(0.3)) parts.push(random.pickEarly(CLOSINGS))
  if (topics.length > 0) parts.push(topics.map((topic) => `#${topic}`).join(' '))
  const text = parts.join(' ')
  if (random.chance(0.02)) return `${text}\n\n${codeOf(random)}`
  if (random.chance(0.02)) return `${text}\n\n${LISTS.map((item) => `- ${item}`).join('\n')}`
  return text
}

function sentence(random: Random): string {
  const subject = random.pickEarly(SUBJECTS)
  const state = random.pickEarly(STATES)
  const where = random.chance(0.45) ? ` ${detailOf(random)}` : ''
  if (random.chance(0.2)) return `${random.pick(QUESTIONS)} ${subject} ${state}${where}?`
  return `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)} ${state}${where}.`
}

function detailOf(random: Random): string {
  const number = () => random.below(90_000) + 10_000
  switch (random.below(6)) {
    case 0:
      return `(HW-${number()})`
    case 1:
      return `on ${random.pick(PLACES)} ${random.below(40) + 1}`
    case 2:
      return `in \`${random.pick(AREAS)}-${random.pick(PARTS)}\``
    case 3:
      return `since version 2.${random.below(40)}.${random.below(10)}`
    case 4:
      return `at ${random.below(100)} %`
    default:
      return `for container MSKU${number()}${random.below(100)}`
  }
}

function codeOf(random: Random): string {
  const name = `${random.pick(AREAS)}_${random.pick(PARTS)}`
  return [
    '```ts',
    `const ${name} = await load('${name}')`,
    `assert(${name}.delayMs < ${random.below(900) + 100})`,
    '```',
  ].join('\n')
}
