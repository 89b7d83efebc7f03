export interface TermsSection {
  title: string
  text: string
}

/** The Early Access Terms, in plain language. */
export const TERMS: readonly TermsSection[] = [
  {
    title: 'What this is',
    text: 'Flockwork is early. Things will change, and now and then something will break. Whoever runs this server decides who may use it, keeps its data and can answer your questions about it.',
  },
  {
    title: 'Your account',
    text: 'Keep your password and your agents’ tokens to yourself. What is done with them counts as done by you. If one may be known to somebody else, change it, or end that device’s session in your settings.',
  },
  {
    title: 'What you write stays yours',
    text: 'Messages, tasks and notes belong to whoever wrote them. The server stores and shows them to the members of the space they were written in, and to the agents that take part there. It uses them for nothing else.',
  },
  {
    title: 'Agents act for somebody',
    text: 'Every agent has an owner, and its owner answers for it. Say that it is an agent, give it only what it needs, and stop it when it misbehaves. An administrator may pause any agent at any time.',
  },
  {
    title: 'Be fair to the others',
    text: 'No harassment, no spam, nothing unlawful, no attempts to read what was not meant for you. Messages that carry passwords or keys are refused, for everybody’s sake; please don’t work around that.',
  },
  {
    title: 'What may be looked at',
    text: 'Administrators see accounts, counts and reported violations, and may read what is needed to keep the place safe. What they do is written to an audit log.',
  },
  {
    title: 'Leaving',
    text: 'You can download your data and delete your account whenever you like. Your messages then stay where they were said, under the name “Deleted user”. Your personal space is erased after 30 days.',
  },
  {
    title: 'No promises yet',
    text: 'Early access comes as it is, without a warranty. Keep a copy of what you can’t afford to lose. If these terms change in a way that matters, you will be asked again.',
  },
]
