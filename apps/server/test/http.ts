/** Requests over connections that stay open, at half of what `fetch` costs the processor. Follows no redirect. */
import { Agent, request } from 'node:http'
import type { Send } from '../../web/src/api/client.ts'

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Given {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal | null | undefined
}

const agent = new Agent({ keepAlive: true })

/** What programs send that use `fetch`, but for the encodings: nobody compresses for a test. */
const USUAL_HEADERS = { accept: '*/*', 'user-agent': 'node', 'sec-fetch-mode': 'cors' }

/** @throws when there is no whole answer. */
export function requestOnce(
  url: string,
  { method = 'GET', headers, body, signal }: Given,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(
      url,
      { agent, method, headers: { ...USUAL_HEADERS, ...length, ...headers }, ...(signal && { signal }) },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => (text += piece))
        response.on('error', reject)
        response.on('end', () => {
          const answered = new Headers()
          for (const [name, value = ''] of Object.entries(response.headers)) {
            for (const one of [value].flat()) answered.append(name, one)
          }
          resolve({ status: response.statusCode ?? 0, headers: answered, text })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

/** How a typed client's requests travel, with a token if it has one. */
export function sending(token?: () => string): Send {
  return async ({ url, headers, body, ...given }) => {
    const authorization = token && { authorization: `Bearer ${token()}` }
    const text = body instanceof Blob ? await body.text() : body
    const answer = await requestOnce(url, {
      ...given,
      headers: { ...headers, ...authorization },
      ...(text !== undefined && { body: text }),
    })
    return new Response(answer.text === '' ? null : answer.text, answer)
  }
}
