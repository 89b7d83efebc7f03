/** The agent programs in unattended mode: how each is set up, started, and its output read. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientSetups } from '@flockwork/contract/clients/setups'
import { anthropicMessages } from './stand-in/anthropic.ts'
import { geminiContent } from './stand-in/gemini.ts'
import { openaiCode, openaiFunctions } from './stand-in/openai.ts'
import type { Protocol } from './stand-in/protocol.ts'
import { readFacts, readLines, type Reading } from './reading.ts'

const PROMPT = 'Check your messages and answer them.'

export interface Program {
  readonly name: string
  readonly protocol: Protocol
  /** The commands that the pages show. */
  readonly setupIn: (setups: ClientSetups) => string
  /** Writes what a person would choose at the first start, and permission to run unattended. */
  readonly prepare?: (home: string) => Promise<void>
  readonly command: (model: string) => readonly [string, ...string[]]
  readonly env: (model: string) => Readonly<Record<string, string>>
  /** Parses an answer as its model sees it. */
  readonly read: (text: string) => Reading
  /** Whether it asks a person before destructive calls, and refuses them when unattended. */
  readonly asksBeforeChanges: boolean
}

const claudeCode: Program = {
  name: 'Claude Code',
  protocol: anthropicMessages,
  setupIn: ({ claudeCode: setup }) => setup,
  command: () => ['claude', '-p', PROMPT, '--allowedTools', 'mcp__flockwork'],
  env: (model) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  }),
  read: readFacts,
  asksBeforeChanges: false,
}

/** @param slug decides how its model calls tools */
function codex(how: string, slug: string, protocol: Protocol): Program {
  return {
    name: `Codex, whose model calls tools as ${how}`,
    protocol,
    setupIn: ({ codex: setup }) => setup,
    command: (model) => [
      'codex',
      'exec',
      '--skip-git-repo-check',
      '-c',
      'model_provider="stand-in"',
      '-c',
      `model_providers.stand-in={name="stand-in",base_url="${model}/v1",wire_api="responses"}`,
      '-m',
      slug,
      PROMPT,
    ],
    env: () => ({}),
    read: readFacts,
    asksBeforeChanges: true,
  }
}

const gemini: Program = {
  name: 'Gemini CLI',
  protocol: geminiContent,
  setupIn: ({ gemini: setup }) => setup.replace('mcp add', 'mcp add --trust'),
  prepare: async (home) => {
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
    }
    await mkdir(join(home, '.gemini'))
    await writeFile(join(home, '.gemini', 'settings.json'), JSON.stringify(settings))
  },
  command: () => ['gemini', '-m', 'gemini-2.5-pro', '-p', PROMPT],
  env: (model) => ({
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_API_KEY: 'none',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  read: readLines,
  asksBeforeChanges: false,
}

export const PROGRAMS: readonly Program[] = [
  claudeCode,
  codex('functions', 'gpt-5.5', openaiFunctions),
  codex('code', 'gpt-6-astra', openaiCode),
  gemini,
]
