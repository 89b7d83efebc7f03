/** API calls by the user of a page, to set up what the test isn't about. */
import type { Page } from '@playwright/test'

/** @throws if the server responds with an error. */
export async function callAs<Answer = unknown>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await page.evaluate(
    async ([how, where, json]) => {
      const token = localStorage.getItem('ax_production_userToken') ?? ''
      const response = await fetch(where, {
        method: how,
        headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
        ...(json && { body: json }),
      })
      return { ok: response.ok, status: response.status, text: await response.text() }
    },
    [method, path, body && JSON.stringify(body)] as const,
  )
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
  return JSON.parse(answer.text) as Answer
}

interface Space {
  readonly id: string
  readonly name: string
}

/** Creates a space of the page's user, whose current space doesn't change. */
export function createSpace(page: Page, name: string, visibility: 'private' | 'invite_only' = 'private') {
  return callAs<Space>(page, 'POST', '/api/organizations/create', { name, visibility, description: '' })
}

/** Posts a message in the space with this id, by default in the current one. */
export async function post(page: Page, content: string, spaceId?: string): Promise<string> {
  const { message } = await callAs<{ message: { id: string } }>(page, 'POST', '/auth/messages', {
    content,
    ...(spaceId !== undefined && { org_id: spaceId }),
  })
  return message.id
}
