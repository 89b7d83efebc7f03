/**
 * A model on loopback that follows a script instead of thinking, so that a test reads exactly what a program hands its
 * model: each call of a tool is one step, and resolves with the text that reached the model.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readAll } from 'node:stream/consumers'
import type { Json, Protocol, Step } from './protocol.ts'

/** Calls a tool of Flockwork. Resolves with what reaches the model. */
export type Act = (tool: string, given?: object) => Promise<string>
export type Script = (act: Act) => Promise<void>

export interface Model extends AsyncDisposable {
  readonly url: string
}

/** @param script runs from the first request on; once it is over the model says that it is done */
export async function startModel(protocol: Protocol, script: Script): Promise<Model> {
  const steps = createSteps(protocol, script)
  let ids = 0
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    const given = await readAll(request)
    if (!protocol.asksModel(path)) return sendJson(response, protocol.otherAnswer)
    const { isConversation, results } = protocol.read(JSON.parse(given) as Json)
    const step = isConversation ? await steps.after(results) : 'done'
    ids += 1
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of protocol.stepEvents(step, String(ids))) {
      const named = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : ''
      response.write(`${named}data: ${JSON.stringify(event)}\n\n`)
    }
    response.end()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function sendJson(response: ServerResponse, body: Json): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The script's steps, one for each request that has one more result. A repeated request gets the same step. */
function createSteps({ prelude = [] }: Protocol, script: Script) {
  const made: Step[] = [...prelude]
  let isStarted = false
  let onResult: (text: string) => void = () => {}
  let next = Promise.withResolvers<Step>()

  const act: Act = (tool, given = {}) => {
    next.resolve({ tool, given })
    return new Promise((resolve) => {
      onResult = resolve
    })
  }
  const start = () => {
    isStarted = true
    const end = () => next.resolve('done')
    script(act).then(end, end)
  }

  return {
    async after(results: readonly string[]): Promise<Step> {
      const again = made[results.length]
      if (again !== undefined) return again
      if (isStarted) {
        next = Promise.withResolvers()
        onResult(results.at(-1) ?? '')
      } else start()
      const step = await next.promise
      made[results.length] = step
      return step
    },
  }
}
