import { CONTRACT } from './contract.ts'
import { SERVER } from './server.ts'
import { WEB } from './web.ts'

export const LISTED = [...CONTRACT, ...WEB, ...SERVER]
