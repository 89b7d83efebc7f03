/**
 * `npm run help-pictures`: takes the pictures of the help articles from the real product, in both themes, into the web
 * app. `--only board,tasks` takes only these.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../../scripts/checks/chromium.ts'
import { startProduct } from '../e2e/product.ts'
import { photograph } from './camera.ts'
import { openDarkroom } from './darkroom.ts'
import { makeScene, type Scene } from './scene/scene.ts'
import { state, type State } from './screen.ts'

const FOLDER = path.join(import.meta.dirname, '../../apps/web/src/features/help/pictures')
const QUALITY = 0.6

/** The id of the last message in Chirpy's thread, whose URL opens it. */
let asked = ''

const picture = (name: string, address: State['path'], more: Parameters<typeof state>[2] = {}): State =>
  state(name, address, { frame: 'help', ...more })

const PICTURES: readonly State[] = [
  picture('messages', '/'),
  picture('tasks', '/tasks'),
  picture('board', '/tasks?view=board'),
  picture('agents', '/agents'),
  picture('register', '/register'),
  picture('search', '/search?q=the'),
  picture('spaces', '/spaces?tab=current'),
  picture('inbox', '/inbox'),
  picture('admin', '/admin'),
  picture('violations', '/admin?tab=violations', { act: (page) => toTop(page, 'Guardrails') }),
  picture('audit', '/admin?tab=audit'),
  picture('control-center', '/admin?tab=activity', { act: (page) => toTop(page, 'Agent Control Center') }),
  picture('chirpy', () => `/m/${asked}`, { as: 'maker', before: askForTask, act: closeTips }),
]

/** Chirpy offers to create a task, and creates it after a yes. */
async function askForTask(_page: Page, { people: { maker } }: Scene): Promise<void> {
  const { message } = await maker.call<{ message: { id: string } }>('POST', '/auth/messages', {
    content: '@chirpy make a task: write the release notes',
  })
  const answered = async (count: number): Promise<void> => {
    for (;;) {
      const { messages } = await maker.call<{ messages: { id: string }[] }>(
        'GET',
        `/api/messages/${message.id}/thread`,
      )
      asked = messages.at(-1)?.id ?? ''
      if (messages.length >= count) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await answered(1)
  await maker.call('POST', `/posts/${message.id}/reply`, { content: 'yes' })
  await answered(3)
}

async function closeTips(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close Chirpy tips' }).click()
  await page.getByText('You are its author').scrollIntoViewIfNeeded()
}

async function toTop(page: Page, heading: string): Promise<void> {
  await page
    .getByRole('heading', { name: heading, exact: true })
    .evaluate((element) => element.scrollIntoView({ block: 'start' }))
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const only = values.only?.split(',')

const executablePath = await ensureChromium()
const product = await startProduct({ FLOCKWORK_ENV: 'test', AGENT_LIMIT: '100', RATE_LIMIT_SCALE: '10000' })
const browser = await chromium.launch({
  executablePath,
  args: [
    '--disable-gpu',
    '--font-render-hinting=none',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
})
try {
  process.stdout.write('Making the scene …\n')
  const scene = await makeScene(product)
  await using darkroom = await openDarkroom(browser)
  await mkdir(FOLDER, { recursive: true })
  for (const one of PICTURES.filter(({ name }) => only?.includes(name) ?? true)) {
    for (const { theme, png } of await photograph(browser, scene, one)) {
      await writeFile(path.join(FOLDER, `${one.name}-${theme}.webp`), await darkroom.develop(png, QUALITY))
    }
    process.stdout.write(`${one.name}\n`)
  }
} finally {
  await browser.close()
  await product.stop()
}
