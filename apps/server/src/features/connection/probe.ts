/** One request of a connection test: over HTTP, following no redirect, reading a bounded part of the answer. */

export interface ProbeAnswer {
  readonly status: number
  readonly isJson: boolean
  readonly isHtml: boolean
  /** The origin of a redirect's target; null if there is none, or it can't be parsed. */
  readonly location: string | null
  /** The JSON of the answer, plain or in an SSE event; `undefined` for anything else. */
  readonly body: unknown
}

/** There was no answer; the message says why. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

interface ProbeCall {
  readonly credential: string
  readonly message: object
  /** The negotiated revision, once there is one. */
  readonly protocol?: string | undefined
  readonly signal: AbortSignal
}

const ANSWER_MAX_BYTES = 256 * 1024

/** @throws Unreachable */
export async function probe(
  url: string,
  { credential, message, protocol, signal }: ProbeCall,
): Promise<ProbeAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${credential}`,
        ...(protocol !== undefined && { 'mcp-protocol-version': protocol }),
      },
      body: JSON.stringify(message),
      signal,
    })
    const type = response.headers.get('content-type') ?? ''
    return {
      status: response.status,
      isJson: /json|event-stream/.test(type),
      isHtml: type.includes('html'),
      location: originOf(response.headers.get('location'), url),
      body: parseBody(await readSome(response)),
    }
  } catch (error) {
    throw new Unreachable(reasonOf(error, new URL(url)), { cause: error })
  }
}

async function readSome({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  if (body === null) return text
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    text += decoder.decode(chunk, { stream: true })
    if (bytes > ANSWER_MAX_BYTES) break
  }
  return text
}

function parseBody(text: string): unknown {
  const data = text
    .split('\n')
    .findLast((line) => line.startsWith('data: '))
    ?.slice('data: '.length)
  try {
    return JSON.parse(data ?? text)
  } catch {
    return undefined
  }
}

function originOf(location: string | null, base: string): string | null {
  return location !== null && URL.canParse(location, base) ? new URL(location, base).origin : null
}

const REASONS: readonly (readonly [RegExp, (url: URL) => string])[] = [
  [/ENOTFOUND|EAI_AGAIN/, ({ hostname }) => `The server finds no address for the name ${hostname} (DNS).`],
  [/ECONNREFUSED/, ({ host }) => `Nothing listens at ${host}: the connection was refused.`],
  [/HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL/, ({ host }) => `There is no way from the server to ${host}.`],
  [/TIMEOUT|TIMEDOUT|TimeoutError|AbortError/i, ({ host }) => `${host} did not answer in time.`],
  [
    /CERT|SIGNED|SIGNATURE|TLS|SSL|EPROTO|ISSUER/,
    ({ host }) => `The certificate of ${host} is not valid, or it does not speak TLS.`,
  ],
  [/ECONNRESET|SOCKET|EPIPE/, ({ host }) => `${host} cut the connection.`],
]

/** The reason in our own words: the error's message may reveal too much. */
function reasonOf(error: unknown, url: URL): string {
  const { name, cause } = error as { name?: string; cause?: unknown }
  const { code } = Object(cause) as { code?: unknown }
  const known = `${name} ${typeof code === 'string' ? code : ''}`
  const reason = REASONS.find(([pattern]) => pattern.test(known))?.[1]
  return reason?.(url) ?? `The call of ${url.host} failed.`
}
