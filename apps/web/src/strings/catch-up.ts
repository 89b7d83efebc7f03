/** Strings of the page "What did I miss?". */
interface Counted {
  messages: number
  authors: number
  is_cut: boolean
}

interface InChannel {
  messages: number
  new_tasks: number
  authors: readonly string[]
  author_count: number
  topics: readonly string[]
}

const number = (count: number) => count.toLocaleString('en-US')
const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`
const AUTHORS_SHOWN = 3

export const catchUp = {
  from: 'From when',
  periods: { here: 'From where you were', last: 'Last read', '24h': '24 hours', '7d': '7 days' },
  size: 'How much',
  sizes: { short: 'Short', medium: 'Medium', long: 'Long' },
  copy: 'Copy',
  loading: 'Gathering what you missed',
  failed: 'What you missed could not be loaded.',
  offline: 'You are offline. What you missed can be loaded when you are back.',
  outOfDate: 'The server does not answer. This is as it was when you opened the page.',
  nothing: 'You missed nothing',
  nothingText: 'What others say here from now on will be summed up when you come back.',
  showLastDay: 'Show the last 24 hours',
  since: 'since',
  about: ({ messages, authors, is_cut: isCut }: Counted) =>
    `${isCut ? 'The newest ' : ''}${counted(messages, 'message', 'messages')} by ${counted(authors, 'other', 'others')}`,
  addressed: 'To you',
  decisions: 'Decisions',
  questions: 'Open questions',
  rest: 'Also said',
  shown: (shown: number, all: number) => (shown === all ? number(all) : `${number(shown)} of ${number(all)}`),
  leftOut: (count: number) => `${number(count)} more to you`,
  showMore: 'Show the next',
  moreFailed: 'The next ones could not be loaded.',
  kinds: {
    mention: 'mentioned you',
    reply: 'answered you',
    assignment: 'assigned you a task',
    approval: 'approved your idea',
    decided: '',
    completed: 'completed a task',
    approved: 'has an approved task',
    asked: 'asks',
    waiting: 'waits for an answer',
    blocked: 'is blocked',
    said: '',
  },
  replies: (count: number) => counted(count, 'reply', 'replies'),
  reactions: (count: number) => counted(count, 'reaction', 'reactions'),
  channel: ({ messages, new_tasks: tasks, authors, author_count: all, topics }: InChannel) => {
    const named = authors.slice(0, AUTHORS_SHOWN)
    const more = all - named.length
    const by = more > 0 ? `${named.join(', ')} and ${number(more)} more` : named.join(', ')
    return [
      ...(messages === 0 ? [] : [`${counted(messages, 'message', 'messages')} by ${by}`]),
      ...(tasks === 0 ? [] : [counted(tasks, 'new task', 'new tasks')]),
      ...topics.map((topic) => `#${topic}`),
    ].join(' · ')
  },
} as const
