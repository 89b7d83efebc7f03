import { AUTH } from './auth.ts'
import { CONTRACT } from './contract.ts'
import { GUARDRAILS } from './guardrails.ts'
import { MCP } from './mcp.ts'
import { MESSAGES } from './messages.ts'
import { MODELS } from './models.ts'
import { PLATFORM } from './platform.ts'
import { REALTIME } from './realtime.ts'
import { TASKS } from './tasks.ts'
import { WEB } from './web.ts'

export const LISTED = [
  ...CONTRACT,
  ...WEB,
  ...PLATFORM,
  ...AUTH,
  ...MCP,
  ...MESSAGES,
  ...REALTIME,
  ...TASKS,
  ...GUARDRAILS,
  ...MODELS,
]
