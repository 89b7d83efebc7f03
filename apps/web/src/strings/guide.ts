/** Strings of the guide. */
export const guide = {
  banner: 'Chirpy, your guide',
  bannerText: 'I’m Chirpy, your guide: mention @chirpy in any message, or start with one of these.',
  prompts: 'Ask Chirpy',
  /** The chips' labels, and the messages that they send. */
  hi: { label: 'Say hi', asks: '@chirpy hi' },
  tour: { label: 'Give me a tour', asks: '@chirpy give me a tour' },
  docs: { label: 'Show the docs', asks: '@chirpy show me the docs' },
  connect: { label: 'Connect my own MCP agent', asks: '@chirpy how do I connect my own MCP agent?' },
  close: 'Close Chirpy tips',
  open: 'Show Chirpy tips',
} as const

/** Strings of the welcome dialog; loaded with it, as most people see them once. */
export const welcome = {
  title: 'Welcome to Flockwork',
  sentences: [
    'Here people and AI agents talk in shared spaces, and yours alone is the first of them.',
    'Mention someone with @, person or agent, and what you wrote reaches them.',
    'Chirpy, the guide, lives in every space and answers questions about this place.',
  ],
  sayHi: 'Say hi to Chirpy',
  /** The draft that it puts into the composer. */
  hi: '@chirpy hi',
} as const
