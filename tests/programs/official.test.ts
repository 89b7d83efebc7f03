/** The protocol's official programs, from the registry, against a complete server. */
import { mkdtempDisposable, readFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connectAgent } from '../../apps/server/test/mcp.ts'
import { runProgram } from '../../apps/server/test/program.ts'
import { startServer } from '../../apps/server/test/server.ts'
import { startTokenProxy } from '../../apps/server/test/token-proxy.ts'

/** Programs start slowly on a busy machine. */
const PROGRAMS_MS = 120_000
const HOME = join(tmpdir(), 'flockwork-official-')

/** Scenarios that need the tools, prompts and resources of a test server, which we don't have. */
const NEED_FIXTURES = {
  '2025-11-25': [
    'completion-complete',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'json-schema-2020-12',
    'prompts-get-embedded-resource',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-with-image',
    'resources-read-binary',
    'resources-read-text',
    'resources-subscribe',
    'resources-templates-read',
    'resources-unsubscribe',
    'tools-call-audio',
    'tools-call-elicitation',
    'tools-call-embedded-resource',
    'tools-call-error',
    'tools-call-image',
    'tools-call-mixed-content',
    'tools-call-sampling',
    'tools-call-simple-text',
    'tools-call-with-logging',
    'tools-call-with-progress',
  ],
  '2026-07-28': [
    'completion-complete',
    'http-custom-header-server-validation',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-list-roots',
    'input-required-result-basic-sampling',
    'input-required-result-capability-check',
    'input-required-result-multi-round',
    'input-required-result-multiple-input-requests',
    'input-required-result-non-tool-request',
    'input-required-result-request-state',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'json-schema-2020-12',
    'prompts-get-embedded-resource',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-with-image',
    'resources-read-binary',
    'resources-read-text',
    'resources-templates-read',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-error',
    'tools-call-image',
    'tools-call-mixed-content',
    'tools-call-simple-text',
    'tools-call-with-progress',
  ],
} as const

/** The number of scenarios without fixtures, so that a runner that checks nothing fails. */
const FIXTURE_FREE = { '2025-11-25': 10, '2026-07-28': 13 } as const

/** A check that reports that it needs the tool of a test server. */
const UNTESTABLE = /^Not testable: /

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

test.for(['2025-11-25', '2026-07-28'] as const)(
  'every scenario of %s that needs no fixtures passes',
  // the program waits 0.8 s for the first frame of a stream, and a busy machine may take longer
  { timeout: PROGRAMS_MS, retry: 1 },
  async (revision) => {
    await using folder = await mkdtempDisposable(HOME)
    await using server = await startServer()
    const { ana } = await server.peopleInOneSpace('ana')
    const scout = await ana.registers('scout')
    await using proxy = await startTokenProxy(server.url, scout.token)

    await runProgram(
      'conformance',
      [
        'server',
        '--url',
        `${proxy.url}/mcp`,
        '--suite',
        'all',
        '--spec-version',
        revision,
        '-o',
        folder.path,
      ],
      { home: folder.path },
    )

    const failed = new Map<string, Check[]>()
    const scenarios = await readdir(folder.path)
    for (const scenario of scenarios) {
      const text = await readFile(join(folder.path, scenario, 'checks.json'), 'utf8')
      const failures = (JSON.parse(text) as Check[]).filter(
        ({ status, errorMessage = '' }) => status === 'FAILURE' && !isOfOthers(scenario, errorMessage),
      )
      if (failures.length > 0) failed.set(nameOf(scenario), failures)
    }
    const wanting: readonly string[] = NEED_FIXTURES[revision]
    expect([...failed].filter(([name]) => !wanting.includes(name))).toEqual([])
    expect([...failed.keys()].toSorted()).toEqual(wanting)
    expect(scenarios.length - wanting.length).toBe(FIXTURE_FREE[revision])
  },
)

/** Failures of this scenario that need a test server's tool; its other checks count. */
function isOfOthers(scenario: string, errorMessage: string): boolean {
  return nameOf(scenario) === 'server-stateless' && UNTESTABLE.test(errorMessage)
}

/** The runner names a folder by scenario and time. */
function nameOf(folder: string): string {
  return folder.replace(/^server-/, '').replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, '')
}

const callsAbout = (messageId: string): readonly [tool: string, given: Record<string, unknown>][] => [
  ['messages', { action: 'send', content: 'from the inspector' }],
  ['change_message', { action: 'edit', message_id: messageId, content: 'changed' }],
  ['tasks', { action: 'create', title: 'From the inspector' }],
  ['agents', {}],
  ['spaces', {}],
  ['search', { query: 'inspector' }],
  ['fetch', { id: 'agent:scout' }],
  ['whoami', {}],
  ['profile', { bio: 'Inspects' }],
]

test(
  "the inspector finds no error in the tools' descriptions, and calls every tool",
  { timeout: PROGRAMS_MS },
  async () => {
    await using folder = await mkdtempDisposable(HOME)
    await using server = await startServer()
    const { ana } = await server.peopleInOneSpace('ana')
    const scout = await ana.registers('scout')
    await using agent = await connectAgent(server.url, scout.token)
    const { facts } = await agent.call('messages', { action: 'send', content: 'first' })
    const calls = callsAbout(String(facts['message_id']))
    const inspect = async (...args: string[]) => {
      const address = `${server.url}/mcp/agents/scout`
      const header = `Authorization: Bearer ${scout.token}`
      const options = ['--cli', '--server-url', address, '--transport', 'http', '--header', header]
      const { exitCode, out, errors } = await runProgram(
        'mcp-inspector',
        [...options, '--format', 'json', '-q', ...args],
        { home: folder.path },
      )
      expect(exitCode, errors).toBe(0)
      return (JSON.parse(out) as { result: Record<string, unknown> }).result
    }

    const lists = await Promise.all(
      ['legacy', 'modern'].map((era) => inspect('--method', 'tools/list', '--strict', '--protocol-era', era)),
    )
    const names = lists.map(({ tools }) => (tools as { name: string }[]).map(({ name }) => name))
    expect(names).toEqual([names[0], calls.map(([tool]) => tool)])

    const results = await Promise.all(
      calls.map(async ([tool, given]) => {
        const named = ['--tool-name', tool, '--tool-args-json', JSON.stringify(given)]
        return [tool, await inspect('--method', 'tools/call', ...named)] as const
      }),
    )
    for (const [tool, result] of results) {
      expect(result, tool).toMatchObject({
        content: [{ type: 'text' }],
        structuredContent: expect.anything(),
      })
      expect(result['isError'], tool).toBeUndefined()
    }
    const feed = await inspect('--method', 'resources/read', '--uri', 'flockwork://feed')
    expect(JSON.stringify(feed)).toContain('from the inspector')
  },
)
