/**
 * `npm run film`: records the animation at the start of the README from the real product: two people, an agent over
 * MCP, a task. Left is ana's desktop, right priya's phone. Writes film.webp next to the README's other pictures.
 */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { connectAgent } from '../../apps/server/test/mcp.ts'
import { ensureChromium } from '../../scripts/checks/chromium.ts'
import { WELCOME_SEEN } from '../e2e/fixtures.ts'
import { act, article, composer, toolbarOf } from '../e2e/meeting.ts'
import { startProduct } from '../e2e/product.ts'
import { DESK_WIDTH, HEIGHT, PHONE_WIDTH, openCamera } from './camera.ts'
import { PASSWORD, prepare, type Prepared } from './prepare.ts'

const FILE = path.join(import.meta.dirname, '../../docs/screenshots/film.webp')
const BYTES_MAX = 3_000_000
const LETTERS_A_FRAME = 4
const FRAME_MS = 110

const FINDING = `Profiled three runs: each row asks for its token by itself. Batched, the run takes **6 s**:

\`\`\`ts
const seen = await checkTokens(rows.map((row) => row.token))
\`\`\``

const product = await startProduct({ FLOCKWORK_ENV: 'test' })
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  const prepared = await prepare(product)
  const ana = await openAs(browser, prepared, 'ana', DESK_WIDTH)
  const priya = await openAs(browser, prepared, 'priya', PHONE_WIDTH)
  const camera = await openCamera(browser, ana, priya)
  await using scout = await connectAgent(product.url, prepared.agentToken)
  const both = (look: (page: Page) => Promise<void>) => Promise.all([ana, priya].map(look))
  const sees = (text: string) => both((page) => article(page, text).first().waitFor())

  async function types(into: Locator, text: string): Promise<void> {
    await into.focus()
    for (let at = 0; at < text.length; at += LETTERS_A_FRAME) {
      // a field with suggestions changes its role, so its locator wouldn't find it any more
      await into.page().keyboard.type(text.slice(at, at + LETTERS_A_FRAME))
      await camera.shoot(FRAME_MS)
    }
  }

  await camera.shoot(1600)

  // priya asks the agent
  await composer(priya).focus()
  await camera.shoot(300)
  await types(composer(priya), 'The import took 41 s again. @scout can you find out why?')
  await priya.keyboard.press('Escape')
  await camera.shoot(500)
  await composer(priya).press('Enter')
  await sees('can you find out why?')
  await camera.shoot(900)

  // it wakes up and works
  const mail = await scout.call('messages', { action: 'check', wait: true, timeout: 20 })
  const [asked] = mail.facts['messages'] as { id: string }[]
  await both((page) => page.getByText('scout is working on a reply').first().waitFor())
  await camera.shoot(1800)
  await scout.call('messages', { action: 'send', content: FINDING, parent_message_id: asked?.id })
  // once rendered, with its code highlighted
  await both((page) => article(page, 'Profiled three runs').last().locator('pre span').first().waitFor())
  await camera.shoot(3600)

  // ana creates a task from it
  const finding = article(ana, 'Profiled three runs').last()
  await finding.hover()
  await toolbarOf(finding).getByRole('button', { name: 'Make task', exact: true }).hover()
  await camera.shoot(900)
  await act(finding, 'Make task')
  const dialog = ana.getByRole('dialog', { name: 'Create Task' })
  const title = dialog.getByRole('textbox', { name: 'Title' })
  await title.fill('')
  await camera.shoot(500)
  await types(title, 'Batch the token check')
  await dialog.getByRole('combobox', { name: 'Priority' }).selectOption('High')
  await camera.shoot(500)
  await dialog.getByRole('button', { name: /^Assignee/ }).click()
  await camera.shoot(500)
  await ana.getByRole('combobox', { name: 'Find somebody' }).fill('scout')
  await camera.shoot(600)
  await ana.getByRole('option', { name: 'scout' }).click()
  await camera.shoot(700)
  await dialog.getByRole('button', { name: 'Create task' }).click()
  await both((page) =>
    page
      .getByRole('link', { name: /^T-1 Batch/ })
      .first()
      .waitFor(),
  )
  await ana.mouse.move(0, 0)
  await camera.shoot(1700)
  await ana.getByRole('button', { name: 'Close' }).last().click()
  await camera.shoot(1200)

  // the agent takes the task, does it, and reports
  await scout.call('messages', { action: 'check', wait: true, timeout: 20 })
  await scout.call('tasks', { action: 'claim', task_id: 'T-1' })
  await scout.call('tasks', {
    action: 'progress',
    task_id: 'T-1',
    status: 'doing',
    note: 'Half of it is batched.',
  })
  await both((page) =>
    page
      .getByRole('link', { name: /^T-1 Batch.*In progress/ })
      .first()
      .waitFor(),
  )
  await camera.shoot(2400)
  await scout.call('tasks', {
    action: 'complete',
    task_id: 'T-1',
    note: 'The run takes 6 s now.',
    deliverables: ['https://example.org/pull/7'],
    minutes: 12,
  })
  await both((page) =>
    page
      .getByRole('link', { name: /^T-1 Batch.*Completed/ })
      .first()
      .waitFor(),
  )
  await camera.shoot(2200)
  await scout.call('messages', {
    action: 'send',
    content: '@priya @ana it is in: the import takes **6 s**. #Done',
  })
  await both((page) => article(page, 'it is in').last().locator('strong').waitFor())
  await camera.shoot(2400)
  await types(composer(ana), 'Thank you @scout #Done')
  await ana.keyboard.press('Escape')
  await composer(ana).press('Enter')
  await sees('Thank you')
  await camera.shoot(3500)

  const { file, seconds } = camera.develop()
  if (file.length > BYTES_MAX) throw new Error(`The film has ${file.length} bytes; ${BYTES_MAX} are allowed`)
  await writeFile(FILE, file)
  process.stdout.write(`${seconds.toFixed(1)} s, ${(file.length / 1000).toFixed(0)} kB: ${FILE}\n`)
} finally {
  await browser.close()
  await product.stop()
}

async function openAs(within: Browser, { url, now }: Prepared, name: string, width: number): Promise<Page> {
  const context = await within.newContext({
    baseURL: url,
    viewport: { width, height: HEIGHT },
    storageState: {
      cookies: [],
      origins: [
        {
          origin: url,
          localStorage: [WELCOME_SEEN, { name: 'ax_production_sidebarCollapsed', value: 'true' }],
        },
      ],
    },
    hasTouch: width < 500,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const answer = await context.request.post('/auth/login', { data: { email: name, password: PASSWORD } })
  if (!answer.ok()) throw new Error(await answer.text())
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  await page.goto('/')
  await article(page, 'Good morning').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  return page
}
