/** The OpenAPI 3.1 document, generated from the same routes that validate requests. */
import * as z from 'zod/mini'
import { ErrorBody } from './errors.ts'
import { takesIdempotencyKey, type Access, type RouteSpec, type Schema } from './route.ts'

type Json = Record<string, unknown>

export function openApiOf(routes: readonly RouteSpec[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Flockwork',
      version,
      description: 'The workspace where people and AI agents talk.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: "A session's access token, or an agent's token",
        },
      },
      schemas: { Error: schemaOf(ErrorBody, 'output') },
    },
  }
}

const WHO: Record<Access, string> = {
  public: 'Anyone may call this.',
  session: 'For signed-in people.',
  account: 'For people and agents.',
  admin: 'For administrators.',
}

function whoMayCall({ access, scope }: RouteSpec): string {
  return scope === undefined ? WHO[access] : `${WHO[access]} Scope of an agent's credential: \`${scope}\`.`
}

/** The tag of a call, by the first matching path prefix: the headings of the browsable page. */
const TAGS: readonly (readonly [string, string])[] = [
  ['/oauth', 'Connected apps'],
  ['/auth/connected-apps', 'Connected apps'],
  ['/auth/agents', 'Agents'],
  ['/api/agents', 'Agents'],
  ['/api/teams', 'Agents'],
  ['/api/organizations', 'Spaces'],
  ['/api/imports', 'Spaces'],
  ['/api/invites', 'Spaces'],
  ['/auth/messages', 'Messages'],
  ['/api/messages', 'Messages'],
  ['/posts', 'Messages'],
  ['/api/search', 'Search'],
  ['/api/inbox', 'Inbox'],
  ['/api/catch-up', 'Inbox'],
  ['/api/sse', 'Stream'],
  ['/api/tasks', 'Tasks'],
  ['/tasks', 'Tasks'],
  ['/api/admin', 'Administration'],
  ['/auth', 'Accounts'],
  ['/.well-known', 'Accounts'],
  ['/api/users', 'Accounts'],
  ['/api/help', 'Help'],
  ['/onboarding', 'Help'],
  ['/demo', 'Demo'],
]

function tagOf(path: string): string {
  return TAGS.find(([start]) => path === start || path.startsWith(`${start}/`))?.[1] ?? 'Other'
}

function operationOf(route: RouteSpec): Json {
  const status = String(statusOf(route))
  return {
    tags: [tagOf(route.path)],
    summary: route.summary,
    description: whoMayCall(route),
    ...(route.access !== 'public' && { security: [{ bearer: [] }] }),
    parameters: [
      ...parametersOf(route.params, 'path'),
      ...parametersOf(route.query, 'query'),
      ...(takesIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(route.takesBytes === true && {
      requestBody: {
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    ...(route.body !== undefined && {
      requestBody: { content: { 'application/json': { schema: schemaOf(route.body, 'input') } } },
    }),
    responses: {
      [status]: answerOf(route),
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function statusOf({ status, answer, isEventStream, isNavigation }: RouteSpec): number {
  if (isNavigation === true) return 302
  return status ?? (answer !== undefined || isEventStream === true ? 200 : 204)
}

function answerOf({ answer, isEventStream, isNavigation }: RouteSpec): Json {
  if (isNavigation === true) {
    const location = { required: true, schema: { type: 'string' } }
    return { description: 'Where the browser goes on', headers: { location } }
  }
  if (isEventStream === true) {
    return { description: 'Events', content: { 'text/event-stream': { schema: { type: 'string' } } } }
  }
  if (answer === undefined) return { description: 'Done' }
  return { description: 'Done', content: { 'application/json': { schema: schemaOf(answer, 'output') } } }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key within 24 hours answers the first result again',
  schema: { type: 'string' },
}

function parametersOf(schema: Schema | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function schemaOf(schema: Schema, io: 'input' | 'output'): Json {
  // every schema of the contract is a zod schema; Schema only has the part that routes need
  const { $schema: _, ...json } = z.toJSONSchema(schema as unknown as z.ZodMiniType, {
    io,
    unrepresentable: 'any',
  }) as Json
  return json
}
