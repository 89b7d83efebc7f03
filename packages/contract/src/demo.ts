/** Demos: sample messages that only their person sees (docs/rules/demo.md#storage). */
import * as z from 'zod/mini'
import { Id } from './common.ts'
import { Message, MessageText } from './messages.ts'
import { Emoji, Reactions } from './reactions.ts'
import { route } from './route.ts'

export const DEMO_SCENARIOS = ['conversation', 'notes', 'reactions', 'team'] as const
export const DemoScenario = z.enum(DEMO_SCENARIOS)
export type DemoScenario = z.infer<typeof DemoScenario>

export const demoRoutes = {
  start: route({
    method: 'POST',
    path: '/demo/start',
    access: 'session',
    summary:
      'Store the sample messages of a scenario; the client shows each `pause_after_ms` after the one before',
    body: z.object({ scenario: DemoScenario }),
    answer: z.object({ scenario: DemoScenario, org_id: Id, messages: z.array(Message) }),
    status: 201,
  }),
  messages: route({
    method: 'GET',
    path: '/demo/messages',
    access: 'session',
    summary: "The caller's demo messages, oldest first",
    answer: z.object({ messages: z.array(Message) }),
  }),
  message: route({
    method: 'POST',
    path: '/demo/message',
    access: 'session',
    summary: 'Say something in the demo, or answer a demo message when `parent_id` is given',
    body: z.object({ content: MessageText, parent_id: z.nullish(Id) }),
    answer: z.object({ message: Message }),
    status: 201,
  }),
  react: route({
    method: 'POST',
    path: '/demo/react',
    access: 'session',
    summary: 'Give a reaction to a demo message or take it back; without `add` it is toggled',
    body: z.object({ parent_id: Id, emoji: Emoji, add: z.nullish(z.boolean()) }),
    answer: Reactions,
  }),
  clear: route({
    method: 'POST',
    path: '/demo/clear',
    access: 'session',
    summary: "Remove the caller's demo messages, all of them and nothing else",
    answer: z.object({ removed: z.number() }),
  }),
}
