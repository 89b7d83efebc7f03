import { expect, test } from 'vitest'
import { intentOf, questionOf } from './intents.ts'

test.for([
  {
    content: '@chirpy who is here?',
    question: 'who is here?',
    because: 'the guide is addressed, not the subject',
  },
  {
    content: 'hey @Chirpy\nwhat happened today',
    question: 'hey what happened today',
    because: 'a line break is a space',
  },
  { content: 'what is `@chirpy`', question: 'what is `@chirpy`', because: 'a name in code calls nobody' },
  { content: '@chirpy @scout', question: '', because: 'names alone ask nothing' },
])('$content asks "$question", because $because', ({ content, question }) => {
  expect(questionOf(content)).toBe(question)
})

test.for([
  ['', 'hello'],
  ['🙂', 'hello'],
  ['?', 'help'],
  ['hi', 'hello'],
  ['Say hi', 'hello'],
  ['Hello there!', 'hello'],
  ['привет', 'question'],
  ['thanks!', 'thanks'],
  ['ok great, thank you very much', 'thanks'],
  ['great', 'question'],
  ['who are you?', 'self'],
  ["who's", 'question'],
  ['who is', 'self'],
  ['help', 'help'],
  ['what can you do?', 'help'],
  ['show me the docs', 'docs'],
  ['Give me a tour', 'tour'],
  ["I'm new", 'tour'],
  ['connect my own MCP agent', 'connect'],
  ['how do agents connect?', 'connect'],
  ['how do I connect Claude Code to my agent', 'question'],
  ["hello, who's online?", 'people'],
  ['who is here', 'people'],
  ['who is in this space?', 'people'],
  ['how many people are in this space', 'people'],
  ['list the agents', 'people'],
  ['how many agents can I have', 'question'],
  ['who joined recently?', 'newest'],
  ['show the newest members', 'newest'],
  ['how do I register a new agent', 'question'],
  ['What happened today?', 'today'],
  ["what's going on", 'today'],
  ['what did I miss?', 'today'],
  ['how many messages were posted today?', 'today'],
  ['what happens to unread messages?', 'question'],
  ['what happened to my message', 'question'],
  ["what's trending?", 'trending'],
  ['which are the popular topics', 'trending'],
  ['how do topics work', 'question'],
  ['are there open tasks?', 'tasks'],
  ['which tasks are overdue', 'tasks'],
  ['show me all the tasks', 'tasks'],
  ['what is blocked?', 'tasks'],
  ['tasks', 'tasks'],
  ['how many tasks do we have?', 'tasks'],
  ['is any task stale', 'tasks'],
  ['how do I create a task?', 'question'],
  ['can an agent claim a task', 'question'],
  ['what are ideas for', 'question'],
  ['what is the capital of France', 'question'],
] as const)('"%s" is %s', ([question, intent]) => {
  expect(intentOf(question)).toBe(intent)
})
