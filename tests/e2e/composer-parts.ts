/** Parts of the composer as a person finds them, and what is done with them. */
import type { Page } from '@playwright/test'
import { callAs } from './calls.ts'
import { composer } from './meeting.ts'

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

export async function enter(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** The messages of the space on screen that people wrote, as the server has them. */
export async function contents(page: Page): Promise<string[]> {
  const { posts } = await callAs<{ posts: { content: string; author_type: string }[] }>(
    page,
    'GET',
    '/auth/messages',
  )
  return posts.filter(({ author_type }) => author_type === 'user').map(({ content }) => content)
}
