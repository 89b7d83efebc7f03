/** Whatever others read is checked: no field of any call that takes a text is left out, over REST and MCP. */
import { expect, test } from 'vitest'
import { call } from './calls.ts'
import { statementsWith } from './issued-statements.ts'
import { connectAgent } from './mcp.ts'
import { PASSWORD } from './people.ts'
import { SECRET_SAMPLES } from './secret-samples.ts'
import { slowly, startServer } from './server.ts'
import { textFields } from './text-fields.ts'

const KEY = SECRET_SAMPLES.find(({ kind }) => kind === 'an AWS access key')?.secret ?? ''
/** A key that fits into a handle. */
const SMALL_KEY = ['glpat', 'k3x9q7w2m5n8p4r6t1vz'].join('-')
const HIDDEN = [...KEY].join('\u200b')
const fullWidth = [...KEY].map((unit) => String.fromCodePoint((unit.codePointAt(0) ?? 0) + 0xfee0)).join('')

/** Of which nothing may reach the database, not even in a statement that is logged. */
const NO_SECRET = 'no-secret-0815'
const SECRETS = [KEY, SMALL_KEY, HIDDEN, fullWidth, NO_SECRET]

/** All are read by the same pipeline, so that a few show it. */
const IN_DISGUISE = [
  'POST /auth/messages body.content',
  'POST /api/tasks body.description',
  'PATCH /auth/me body.full_name',
]

/** What a call needs beside the text. */
interface Place {
  readonly spaceId: string
  readonly messageId: string
  readonly ownMessageId: string
  readonly agentId: string
  readonly taskId: string
  readonly teamId: string
  readonly importId: string
  readonly managedId: string
}

type Fields = Readonly<Record<string, unknown>>
interface Guarded {
  /** The body with the text in its field. */
  readonly body?: (text: string, place: Place) => Fields
  readonly query?: (text: string) => string
  readonly path?: (place: Place) => string
  readonly key?: string
}

const person = (more: Fields): Fields => ({
  email: 'new@example.org',
  password: PASSWORD,
  username: 'newcomer',
  ...more,
})
const message = ({ messageId }: Place) => messageId
const ownMessage = ({ ownMessageId }: Place) => ownMessageId
const agent = ({ agentId }: Place) => agentId
const task = ({ taskId }: Place) => taskId
const team = ({ teamId }: Place) => teamId
const space = ({ spaceId }: Place) => spaceId
const managed = ({ managedId }: Place) => managedId
const anImport = ({ importId }: Place) => importId

/** An agent that the server runs. */
const managedAgent = ({ spaceId }: Place, more: Fields): Fields => ({
  name: 'scribe-2',
  instructions: 'Sum up.',
  tools: [],
  space_ids: [spaceId],
  caps: [],
  ...more,
})

/** Every field that is stored and read by others, with how a call sends it. */
const GUARDED: Readonly<Record<string, Guarded>> = {
  'PATCH /auth/me body.full_name': { body: (text) => ({ full_name: text }) },
  'PATCH /auth/agents/:id/control body.reason': {
    body: (text) => ({ disabled: true, reason: text }),
    path: agent,
  },
  'POST /auth/agents/:id/tokens body.name': { body: (text) => ({ name: text }), path: agent },
  'POST /auth/agents/:id/regenerate-token body.name': { body: (text) => ({ name: text }), path: agent },
  'POST /auth/agents/register body.agent_name': { body: (text) => ({ agent_name: text }), key: SMALL_KEY },
  'POST /auth/agents/register body.name': { body: (text) => ({ name: text }), key: SMALL_KEY },
  'POST /auth/agents/register body.description': {
    body: (text) => ({ agent_name: 'other', description: text }),
  },
  'POST /auth/agents/register body.token_name': {
    body: (text) => ({ agent_name: 'other', token_name: text }),
  },
  'PUT /auth/agents/:id body.bio': { body: (text) => ({ bio: text }), path: agent },
  'PUT /auth/agents/:id body.description': { body: (text) => ({ description: text }), path: agent },
  'PUT /auth/agents/:id body.settings.emblem_theme': {
    body: (text) => ({ settings: { emblem_theme: text } }),
    path: agent,
  },
  'PUT /auth/agents/:id body.settings.emblem_variant': {
    body: (text) => ({ settings: { emblem_variant: text } }),
    path: agent,
  },
  'PUT /auth/agents/:id body.settings.emblem_subtype': {
    body: (text) => ({ settings: { emblem_subtype: text } }),
    path: agent,
  },
  'POST /auth/register body.email': { body: (text) => person({ email: `${text}@example.org` }) },
  'POST /auth/register body.username': { body: (text) => person({ username: text }), key: SMALL_KEY },
  'POST /auth/register body.full_name': { body: (text) => person({ full_name: text }) },
  'POST /posts/channels body.name': {
    body: (text, { spaceId }) => ({ name: text, org_id: spaceId }),
    key: SMALL_KEY,
  },
  'PATCH /posts/channels/:name body.name': {
    body: (text, { spaceId }) => ({ name: text, org_id: spaceId }),
    path: () => 'dev',
    key: SMALL_KEY,
  },
  'POST /api/admin/managed-agents body.name': {
    body: (text, place) => managedAgent(place, { name: text }),
    key: SMALL_KEY,
  },
  'POST /api/admin/managed-agents body.instructions': {
    body: (text, place) => managedAgent(place, { instructions: text }),
  },
  'POST /api/admin/managed-agents body.model': {
    body: (text, place) => managedAgent(place, { model: text }),
  },
  'PUT /api/admin/managed-agents/:id body.instructions': {
    body: (text, place) => managedAgent(place, { instructions: text }),
    path: managed,
  },
  'PUT /api/admin/managed-agents/:id body.model': {
    body: (text, place) => managedAgent(place, { model: text }),
    path: managed,
  },
  'POST /demo/message body.content': { body: (text) => ({ content: text }) },
  'POST /api/imports body.file_name': { body: (text) => ({ file_name: `${text}.zip`, file_bytes: 1000 }) },
  'POST /api/imports/:id/start body.name': {
    body: (text) => ({ name: text, visibility: 'private' }),
    path: anImport,
  },
  'POST /api/imports/:id/start body.description': {
    body: (text) => ({ name: 'Lab', description: text, visibility: 'private' }),
    path: anImport,
  },
  'POST /auth/messages body.content': { body: (text, { spaceId }) => ({ content: text, org_id: spaceId }) },
  'POST /posts/:id/reply body.content': { body: (text) => ({ content: text }), path: message },
  'POST /posts/:id/respond body.content': { body: (text) => ({ content: text }), path: message },
  'PUT /api/messages/:id body.content': { body: (text) => ({ content: text }), path: ownMessage },
  'DELETE /api/messages/:id query.reason': {
    query: (text) => `reason=${encodeURIComponent(text)}`,
    path: ownMessage,
  },
  'POST /api/organizations/create body.name': { body: (text) => ({ name: text, visibility: 'public' }) },
  'POST /api/organizations/create body.description': {
    body: (text) => ({ name: 'Lab', description: text, visibility: 'public' }),
  },
  'PATCH /api/organizations/:id body.name': { body: (text) => ({ name: text }), path: space },
  'PATCH /api/organizations/:id body.description': { body: (text) => ({ description: text }), path: space },
  'POST /api/tasks body.title': { body: (text, { spaceId }) => ({ title: text, org_id: spaceId }) },
  'POST /api/tasks body.description': {
    body: (text, { spaceId }) => ({ title: 'Do it', description: text, org_id: spaceId }),
  },
  'POST /api/tasks body.requirements.skills[]': {
    body: (text, { spaceId }) => ({ title: 'Do it', requirements: { skills: [text] }, org_id: spaceId }),
  },
  'PUT /api/tasks/:id body.title': { body: (text) => ({ title: text }), path: task },
  'PUT /api/tasks/:id body.description': { body: (text) => ({ description: text }), path: task },
  'PUT /api/tasks/:id body.requirements.skills[]': {
    body: (text) => ({ requirements: { skills: [text] } }),
    path: task,
  },
  'PUT /api/tasks/:id body.context_data.branch_name': {
    body: (text) => ({ context_data: { branch_name: text } }),
    path: task,
  },
  'PUT /api/tasks/:id body.context_data.pr_url': {
    body: (text) => ({ context_data: { pr_url: `https://example.org/${text}` } }),
    path: task,
  },
  'PUT /api/tasks/:id body.context_data.files_changed[]': {
    body: (text) => ({ context_data: { files_changed: [text] } }),
    path: task,
  },
  'PUT /api/tasks/:id body.context_data.issues_encountered': {
    body: (text) => ({ context_data: { issues_encountered: text } }),
    path: task,
  },
  'PUT /api/tasks/:id body.context_data.testing_notes': {
    body: (text) => ({ context_data: { testing_notes: text } }),
    path: task,
  },
  'PUT /api/tasks/:id body.context_data.deliverables[]': {
    body: (text) => ({ context_data: { deliverables: [text] } }),
    path: task,
  },
  'POST /api/tasks/:id/notes body.note': { body: (text) => ({ note: text }), path: task },
  'POST /api/teams body.name': { body: (text, { spaceId }) => ({ name: text, org_id: spaceId }) },
  'POST /api/teams body.description': {
    body: (text, { spaceId }) => ({ name: 'Day shift', description: text, org_id: spaceId }),
  },
  'PUT /api/teams/:id body.name': { body: (text) => ({ name: text }), path: team },
  'PUT /api/teams/:id body.description': { body: (text) => ({ description: text }), path: team },
}

/** Fields that need no check, by why. A field of a new call has to be in one of the lists. */
const UNGUARDED: Readonly<Record<string, readonly string[]>> = {
  'compared with a hash, or stored as one': [
    'POST /auth/password body.current_password',
    'POST /auth/password body.new_password',
    'POST /auth/reset body.token',
    'POST /auth/reset body.password',
    'POST /auth/reauthenticate body.password',
    'DELETE /auth/me body.password',
    'POST /auth/register body.password',
    'POST /auth/register body.setup_code',
    'POST /auth/login body.password',
    'POST /auth/refresh body.refresh_token',
    'POST /auth/logout body.refresh_token',
    'POST /api/organizations/join body.invite_code',
    'POST /oauth/device/check body.user_code',
    'POST /oauth/device/decide body.user_code',
  ],
  'names what is there already': [
    'POST /auth/login body.email',
    'POST /auth/devices/revoke body.device_id',
    'PATCH /auth/agents/:id/control body.target_slug',
    'POST /auth/messages body.channel',
    'POST /auth/messages body.parent_id',
    'POST /auth/messages body.reply_to',
    'DELETE /api/organizations/:id body.name',
    'PUT /api/agents/:id/team body.team_id',
    'PATCH /api/admin/guardrails body.rules[].id',
  ],
  'one of a few words, a time or an emoji': [
    'POST /auth/messages body.message_type',
    'POST /demo/react body.emoji',
    'POST /posts/:id/react body.emoji',
    'DELETE /api/messages/:id query.permanent',
    'POST /api/organizations/create body.visibility',
    'PATCH /api/organizations/:id body.visibility',
    'POST /api/tasks body.priority',
    'POST /api/tasks body.deadline',
    'PUT /api/tasks/:id body.priority',
    'PUT /api/tasks/:id body.deadline',
    'PATCH /api/tasks/:id body.status',
  ],
  'what an administrator looks for in the audit log, which notes that for administrators': [
    'POST /api/admin/audit/export body.actor',
    'POST /api/admin/audit/export body.action',
    'POST /api/admin/audit/export body.target_type',
    'POST /api/admin/audit/export body.target_id',
    'POST /api/admin/audit/export body.space',
    'POST /api/admin/audit/export body.from',
    'POST /api/admin/audit/export body.until',
    'POST /api/admin/audit/export body.text',
  ],
  'answered and not stored': ['POST /onboarding/helpbot body.text'],
  'the handle of an agent, which is registered as by the other call (oauth/flow.api.test.ts)': [
    'POST /oauth/authorize/:uid/consent body.agent',
    'POST /oauth/device/decide body.agent',
  ],
  "called with a program's credential (oauth/agent-tokens.api.test.ts)": [
    'POST /oauth/agent-token body.name',
  ],
  "may hold a secret of its owner's, who alone reads it; stored encrypted": [
    'PUT /auth/agents/:id/webhook body.url',
  ],
  "an administrator's, to say what to look for": [
    'POST /api/admin/guardrails/patterns body.name',
    'POST /api/admin/guardrails/patterns body.pattern',
    'PATCH /api/admin/guardrails/patterns/:id body.name',
    'PATCH /api/admin/guardrails/patterns/:id body.pattern',
  ],
}

test('every text field of every call is checked, or has a reason not to be', async () => {
  const known = [...Object.keys(GUARDED), ...Object.values(UNGUARDED).flat()]
  expect((await textFields()).toSorted()).toEqual(known.toSorted())
})

test('a secret is refused in each, also a hidden one, and stored nowhere', async () => {
  await using server = await startServer()
  const { ana, spaceId } = await server.peopleInOneSpace('ana')
  const token = ana.token()
  const { body: made } = await call(server.url, 'POST', '/api/imports', {
    token,
    json: { file_name: 'old.zip', file_bytes: 1000 },
  })
  const { body: scribe } = await call(server.url, 'POST', '/api/admin/managed-agents', {
    token,
    json: { name: 'scribe', instructions: 'Sum up.', tools: [], space_ids: [spaceId], caps: [] },
  })
  const asked = await ana.api.messages.post({
    body: { content: 'who?', waiting_for_response: true, org_id: spaceId },
  })
  const place: Place = {
    spaceId,
    messageId: asked.message?.id ?? '',
    ownMessageId: (await ana.says('plain')).id,
    agentId: (await ana.registers('scout')).id,
    taskId: (await ana.api.tasks.create({ body: { title: 'Plain' } })).id,
    teamId: (await ana.api.teams.create({ body: { name: 'Night shift' } })).id,
    importId: (made as { import: { id: string } }).import.id,
    managedId: (scribe as { id: string }).id,
  }
  using issued = statementsWith(SECRETS)
  for (const [field, { body, query, path, key = KEY }] of Object.entries(GUARDED)) {
    const [method = '', pattern = ''] = field.split(' ')
    const address = pattern.replace(/:\w+/, path?.(place) ?? '')
    const texts = IN_DISGUISE.includes(field) ? [key, HIDDEN, fullWidth] : [key]
    for (const text of texts) {
      const answer = await call(
        server.url,
        method,
        query === undefined ? address : `${address}?${query(text)}`,
        {
          token,
          ...(body !== undefined && { json: body(text, place) }),
        },
      )
      // a name or address with unseen characters is refused for them
      const isOddName = text !== key && answer.status === 422
      const refusal = { status: 400, body: { error: 'guardrail_violation', violation_type: 'secret' } }
      if (!isOddName) expect([field, answer]).toMatchObject([field, refusal])
      expect(answer.text).not.toContain(text)
    }
  }
  expect(issued.found).toEqual([])
  await ana.says(`what is let through is seen: ${NO_SECRET}`)
  expect(issued.found.length).toBeGreaterThan(0)
})

test('over MCP, too', async () => {
  await using server = await startServer()
  const { ana } = await server.peopleInOneSpace('ana')
  const scout = await ana.registers('scout')
  await using client = await connectAgent(server.url, scout.token)
  const sent = await client.call('messages', { action: 'send', content: 'plain' })
  const made = await client.call('tasks', { action: 'create', title: 'Plain' })
  const taskId = String(made.facts['task_id'])
  const messageId = String(sent.facts['message_id'])
  await client.call('tasks', { action: 'claim', task_id: taskId })

  const report = ['note', 'branch_name', 'pr_url', 'issues', 'testing_notes']
  const CALLS: readonly (readonly [
    tool: string,
    fixed: Fields,
    texts: readonly string[],
    lists?: readonly string[],
  ])[] = [
    ['messages', { action: 'send' }, ['content']],
    ['messages', { action: 'send', parent_message_id: messageId }, ['content']],
    ['change_message', { action: 'edit', message_id: messageId }, ['content']],
    ['change_message', { action: 'delete', message_id: messageId }, ['reason']],
    ['tasks', { action: 'create', title: 'Do it' }, ['title', 'description'], ['skills']],
    ['tasks', { action: 'update', task_id: taskId }, ['title', 'description'], ['skills']],
    ['tasks', { action: 'note', task_id: taskId }, ['note']],
    ['tasks', { action: 'progress', task_id: taskId }, report, ['deliverables', 'files_changed']],
    ['tasks', { action: 'complete', task_id: taskId }, report, ['deliverables', 'files_changed']],
    ['profile', { action: 'update' }, ['bio']],
  ]
  using issued = statementsWith(SECRETS)
  for (const [tool, fixed, texts, lists = []] of CALLS) {
    for (const field of [...texts, ...lists]) {
      for (const text of [KEY, fullWidth]) {
        const value = field === 'pr_url' ? `https://example.org/${text}` : text
        const given = { ...fixed, [field]: lists.includes(field) ? [value] : value }
        slowly(server)
        const answer = await client.call(tool, given)
        expect([tool, given, answer]).toMatchObject([
          tool,
          given,
          { isError: true, facts: { error: 'guardrail_violation' } },
        ])
      }
    }
  }
  expect(issued.found).toEqual([])
})
