/** What an answer of the endpoint means for a connection: the step that fails, and what would help. Pure. */
import {
  CONNECTION_STEPS,
  type ConnectionStep,
  type ConnectionTest,
} from '@flockwork/contract/agent-connection'
import type { ProbeAnswer } from './probe.ts'

export interface Failure {
  readonly step: ConnectionStep
  readonly detail: string
}

/** Every step in order: details up to the failure, nothing after it. */
export function reportOf(
  passed: Readonly<Partial<Record<ConnectionStep, string>>>,
  failure?: Failure,
): ConnectionTest {
  const failedAt = failure === undefined ? CONNECTION_STEPS.length : CONNECTION_STEPS.indexOf(failure.step)
  const steps = CONNECTION_STEPS.map((step, index): ConnectionTest['steps'][number] => {
    if (index < failedAt) return { step, state: 'passed', detail: passed[step] ?? null }
    if (index > failedAt) return { step, state: 'skipped', detail: null }
    return { step, state: 'failed', detail: failure?.detail ?? null }
  })
  return { ok: failure === undefined, steps }
}

/** Why this isn't our endpoint's answer to a message; `undefined` when it is. */
export function failureIn(answer: ProbeAnswer, step: 'handshake' | 'tools'): Failure | undefined {
  const { status, isJson, isHtml, location, body } = answer
  const fields = fieldsOf(body)
  const isOurs = isJson && (typeof fields['request_id'] === 'string' || fields['jsonrpc'] === '2.0')

  if (status >= 300 && status < 400) {
    return at(
      'address',
      location === null
        ? 'It answers with a redirect. PUBLIC_URL must be the address that answers itself.'
        : `It answers with a redirect to ${location}. PUBLIC_URL must be the address that answers itself.`,
    )
  }
  if (!isOurs) return at('address', otherAnswer(status, isHtml))
  if (status === 401) {
    return at(
      'credential',
      'The credential did not arrive, or is unknown there (401): a proxy takes the Authorization header away, or another instance answers at this address.',
    )
  }
  if (status === 403) {
    return fields['error'] === 'bad_origin'
      ? at(
          'address',
          'The server does not know the address it was asked under (403). A proxy must pass on the Host.',
        )
      : at('agent', `Refused (403): ${String(fields['detail'])}`)
  }
  if (status === 404)
    return at('address', 'The server has no such address (404). PUBLIC_URL or a proxy changes the path.')
  if (status === 429) return at(step, 'Too many calls within a minute (429). Try again in a minute.')
  if (status !== 200) return at(step, `The server answers with HTTP ${status}. Its log tells more.`)
  return fields['result'] === undefined ? at(step, 'The answer is no result of the protocol.') : undefined
}

/** The server's name and the protocol's revision, from its answer to `initialize`. */
export function handshakeOf({ body }: ProbeAnswer): { readonly server: string; readonly protocol: string } {
  const { protocolVersion, serverInfo } = fieldsOf(fieldsOf(body)['result'])
  const { title, version } = fieldsOf(serverInfo)
  return { server: `${String(title)} ${String(version)}`, protocol: String(protocolVersion) }
}

export function toolsIn({ body }: ProbeAnswer): string[] {
  const { tools } = fieldsOf(fieldsOf(body)['result'])
  return Array.isArray(tools) ? tools.map((tool) => String(fieldsOf(tool)['name'])) : []
}

function otherAnswer(status: number, isHtml: boolean): string {
  if (status >= 502 && status <= 504) return `A proxy answers that it does not reach the server (${status}).`
  if (status === 401 || status === 403) {
    return `Something before the server asks for a sign-in of its own (${status}). It must let /mcp through.`
  }
  return isHtml
    ? `A web page comes back instead of the server's answer (${status}): another server or a proxy answers at this address.`
    : `Something else than this server answers at this address (${status}).`
}

const at = (step: ConnectionStep, detail: string): Failure => ({ step, detail })

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
