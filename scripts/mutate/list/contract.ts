/** Rules of the contract: who may do what, and what a text means. */
import type { MutatedFile } from '../mutation.ts'

const CONTRACT_SOURCE = 'packages/contract/src'

export const CONTRACT: readonly MutatedFile[] = [
  {
    file: `${CONTRACT_SOURCE}/policy/tasks.ts`,
    tests: [`${CONTRACT_SOURCE}/policy/tasks.test.ts`],
    mutations: [
      {
        find: '[task.author_id, task.assignee_id, task.claimant_id]',
        replace: '[task.author_id, task.claimant_id]',
        breaks: 'the assignee of a task may change it',
      },
      {
        find: 'ownAgentIds.includes(id)',
        replace: 'false',
        breaks: "the owner of an agent may change the agent's tasks",
      },
      {
        find: 'return viewer.isAdmin && task.status_extended',
        replace: 'return task.status_extended',
        breaks: 'only administrators approve ideas',
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/tasks/attention.ts`,
    tests: [`${CONTRACT_SOURCE}/tasks/attention.test.ts`],
    mutations: [
      {
        find: "isOpen(status) && status_extended !== 'idea'",
        replace: 'isOpen(status)',
        breaks: 'an idea is neither overdue nor stale before it is approved',
      },
      {
        find: 'ageOf(task, now) > TASK_STALE_MS',
        replace: 'ageOf(task, now) >= TASK_STALE_MS',
        breaks: 'a task of exactly three days is not stale yet',
      },
      {
        find: 'stale.slice(0, TASK_ATTENTION_STALE_MAX)',
        replace: 'stale',
        breaks: 'at most two tasks that are only stale are listed',
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/policy/messages.ts`,
    tests: [`${CONTRACT_SOURCE}/policy/messages.test.ts`],
    mutations: [
      {
        find: '>= MESSAGE_EDIT_WINDOW_MS',
        replace: '> MESSAGE_EDIT_WINDOW_MS',
        breaks: 'the edit window excludes its end',
      },
      {
        find: "if (message.deleted_at !== null) return 'This message was deleted'",
        replace: '',
        breaks: 'nobody, not even an administrator, edits a deleted message',
      },
      {
        find: 'message.reply_count > 0',
        replace: 'message.reply_count > 1',
        breaks: 'one reply prevents editing',
      },
      {
        find: 'viewer.isAdmin || viewer.isSpaceAdmin) return null',
        replace: 'viewer.isAdmin) return null',
        breaks: "a space's admin may delete any message in it",
      },
      {
        find: '>= MESSAGE_DELETE_WINDOW_MS',
        replace: '> MESSAGE_DELETE_WINDOW_MS',
        breaks: 'the delete window excludes its end',
      },
      {
        find: 'return viewer.isAdmin || viewer.accountId === message.author_id',
        replace: 'return viewer.isAdmin || viewer.isSpaceAdmin || viewer.accountId === message.author_id',
        breaks: "a space's admin may not read the earlier versions of a message",
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/policy/presence.ts`,
    tests: [`${CONTRACT_SOURCE}/policy/presence.test.ts`],
    mutations: [
      {
        find: 'age < PRESENCE_RECENT_MS',
        replace: 'age <= PRESENCE_RECENT_MS',
        breaks: 'after 60 minutes an agent is idle',
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/reactions.ts`,
    tests: ['apps/server/test/contract.api.test.ts'],
    mutations: [
      {
        find: "scope: 'messages:write'",
        replace: "scope: 'mcp'",
        breaks: 'an agent with read-only access adds no reactions',
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/policy/deliveries.ts`,
    tests: [`${CONTRACT_SOURCE}/policy/deliveries.test.ts`],
    mutations: [
      {
        find: "['stored', 'delivered'] as const",
        replace: "['stored'] as const",
        breaks: 'what was delivered but not seen is unread',
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/text/mentions.ts`,
    tests: [`${CONTRACT_SOURCE}/text/mentions.test.ts`],
    mutations: [
      { find: '_/.@])@', replace: '_/@])@', breaks: 'an @ after a full stop is no mention' },
      {
        find: 'isHandle(handle) ?',
        replace: 'true ?',
        breaks: "a name that can't be a handle is no mention",
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/text/message-text.ts`,
    tests: [`${CONTRACT_SOURCE}/text/message-text.test.ts`],
    mutations: [
      {
        find: 'length > MESSAGE_MAX_CHARS',
        replace: 'length >= MESSAGE_MAX_CHARS',
        breaks: 'a message may be 5000 characters long',
      },
      {
        find: 'const length = codePoints(content)',
        replace: 'const length = content.length',
        breaks: 'an emoji counts as one character',
      },
      {
        find: ' || !content.isWellFormed()',
        replace: '',
        breaks: 'an unpaired surrogate is rejected',
      },
      {
        find: '?? 0) > REACTION_MAX_EMOJI',
        replace: '?? 0) >= REACTION_MAX_EMOJI',
        breaks: 'ten different emoji are allowed',
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/text/prose.ts`,
    tests: [`${CONTRACT_SOURCE}/text/prose.test.ts`],
    mutations: [
      {
        find: 'if (run.start < done) continue',
        replace: '',
        breaks: 'backticks inside a code span open no other',
      },
      {
        find: '(at - before) % 2 === 1',
        replace: 'at !== before',
        breaks: "an escaped backslash doesn't escape a backtick",
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/text/topics.ts`,
    tests: [`${CONTRACT_SOURCE}/text/topics.test.ts`],
    mutations: [
      {
        find: 'topic.length <= TOPIC_MAX_CHARS',
        replace: 'topic.length < TOPIC_MAX_CHARS',
        breaks: 'a topic may be 100 characters long',
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/text/own-path.ts`,
    tests: [`${CONTRACT_SOURCE}/text/own-path.test.ts`],
    mutations: [
      {
        find: ' || TRICKS.test(path)',
        replace: '',
        breaks: 'a path that browsers resolve to another host is rejected',
      },
      {
        find: "!pathname.includes('//')",
        replace: "!pathname.startsWith('//')",
        breaks: 'two slashes are rejected anywhere in the path',
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/text/search-query.ts`,
    tests: [`${CONTRACT_SOURCE}/text/search-query.test.ts`],
    mutations: [
      {
        find: "isExcluded ? bare?.endsWith('*') === true : isStarted",
        replace: 'isStarted',
        breaks: 'an excluded last word excludes only that exact word',
      },
      {
        find: `(isLast && closing !== '"')`,
        replace: 'isLast',
        breaks: 'the last word of a closed phrase must match in full',
      },
    ],
  },
  {
    file: `${CONTRACT_SOURCE}/text/preview.ts`,
    tests: [`${CONTRACT_SOURCE}/text/preview.test.ts`],
    mutations: [
      {
        find: "[...content].slice(0, PARENT_PREVIEW_CHARS).join('')",
        replace: 'content.slice(0, PARENT_PREVIEW_CHARS)',
        breaks: 'a preview never cuts a character in half',
      },
    ],
  },
]
