/** Onboarding: the first demo, and the guide's answers without a post. */
import * as z from 'zod/mini'
import { MESSAGE_MAX_CHARS } from './limits.ts'
import { Message, MessageText } from './messages.ts'
import { route } from './route.ts'

export const onboardingRoutes = {
  runDemo: route({
    method: 'POST',
    path: '/onboarding/run_demo',
    access: 'session',
    summary: 'Store the first demo: sample agents introduce themselves and talk',
    answer: z.object({ success: z.boolean(), messages: z.array(Message) }),
  }),
  helpbot: route({
    method: 'POST',
    path: '/onboarding/helpbot',
    access: 'session',
    summary: `Ask the guide, in at most ${MESSAGE_MAX_CHARS} characters, without posting anything`,
    actsInCurrentSpace: true,
    ignoresIdempotencyKey: true,
    body: z.object({ text: MessageText }),
    answer: z.object({
      /** Markdown, like the guide's replies. */
      answer: z.string(),
      /** Its help articles, with their URLs on this server. */
      sources: z.array(z.object({ title: z.string(), url: z.string() })),
    }),
  }),
}
