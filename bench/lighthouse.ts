/**
 * `npm run lighthouse`: Lighthouse's scores of the login and the feed of the built product, on a phone and a desktop.
 * npx fetches Lighthouse (it is larger than all other tools together) and runs it in the machine's Chromium. Fails
 * below 95.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { ensureChromium } from '../scripts/checks/chromium.ts'
import { WELCOME_SEEN } from '../tests/e2e/fixtures.ts'
import { startProduct } from '../tests/e2e/product.ts'
import { sample } from './feed/feed.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const GOAL = 95
const MESSAGES = 60
const PASSWORD = 'a long enough password'
const DEVICES = { phone: [], desk: ['--preset=desktop'] }
/** Those that Lighthouse starts it with, as far as they matter without a window. */
const BROWSER_FLAGS = [
  '--headless',
  '--remote-debugging-port=0',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
  '--disable-hang-monitor',
  '--password-store=basic',
  '--use-mock-keychain',
  '--force-fieldtrials=*BackgroundTracing/default/',
]
const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

interface Report {
  readonly categories: Readonly<Record<(typeof CATEGORIES)[number], { score: number }>>
  readonly audits: Readonly<
    Record<string, { title: string; score: number | null; displayValue?: string; scoreDisplayMode: string }>
  >
}

const folder = await mkdtemp(path.join(tmpdir(), 'flockwork-lighthouse-'))
const product = await startProduct()
const profile = path.join(folder, 'profile')
const executablePath = await ensureChromium()
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
try {
  await fillSpace()
  await judge('login')
  await signInAndReload()
  await judge('feed', ['--disable-storage-reset'])
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** Signs in and reloads: whoever sees the feed has signed in, so the app and the newest messages are cached. */
async function signInAndReload(): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, { executablePath, args })
  const page = await context.newPage()
  await page.goto(product.url)
  await page.evaluate(({ name, value }) => localStorage.setItem(name, value), WELCOME_SEEN)
  await page.getByLabel('Email or username').fill('ana')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('article').last().waitFor()
  // a string, because this file is checked without the browser's types
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.reload()
  await page.getByRole('article').last().waitFor()
  // closed, because a second debugger would take a part of the processor that is measured
  await context.close()
}

async function judge(screen: string, more: readonly string[] = []): Promise<void> {
  for (const [device, flags] of Object.entries(DEVICES)) {
    const { categories, audits } = await report([...flags, ...more])
    const scores = CATEGORIES.map((name) => ({ name, score: Math.round(categories[name].score * 100) }))
    const figures = METRICS.map(
      (name) => `${audits[name]?.title ?? name} ${audits[name]?.displayValue ?? ''}`,
    )
    const line = scores.map(({ name, score }) => `${name} ${score}`)
    process.stdout.write(`${screen}, ${device}: ${[...line, ...figures].join(', ')}\n`)
    for (const { title, score, scoreDisplayMode } of Object.values(audits)) {
      if (score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
        process.stdout.write(`  ${score} ${title}\n`)
    }
    if (scores.some(({ score }) => score < GOAL)) process.exitCode = 1
  }
}

/** In a new browser each time, as on a first visit of the day. */
async function report(flags: readonly string[]): Promise<Report> {
  await using browser = await startBrowser()
  const file = path.join(folder, 'report.json')
  const all = ['--yes', LIGHTHOUSE, `${product.url}/`, '--quiet', `--port=${browser.port}`, '--output=json']
  const more = [`--output-path=${file}`, `--only-categories=${CATEGORIES.join(',')}`, ...flags]
  // on a busy machine a trace sometimes starts too late
  await runBehind('npx', [...all, ...more]).catch(() => runBehind('npx', [...all, ...more]))
  return JSON.parse(await readFile(file, 'utf8')) as Report
}

async function startBrowser(): Promise<AsyncDisposable & { readonly port: string }> {
  const portFile = path.join(profile, 'DevToolsActivePort')
  await rm(portFile, { force: true })
  const flags = [...BROWSER_FLAGS, `--user-data-dir=${profile}`, ...args]
  const isGroup = process.platform !== 'win32'
  const browser = spawn(executablePath, [...flags, 'about:blank'], { stdio: 'ignore', detached: isGroup })
  let isOver = false
  const closed = once(browser, 'close').finally(() => (isOver = true))
  let port: string | undefined
  while (port === undefined) {
    if (isOver) throw new Error(`${executablePath} ended before it could be used`)
    await delay(50)
    const text = await readFile(portFile, 'utf8').catch(() => '')
    // a whole line
    port = /^(\d+)\n/.exec(text)?.[1]
  }
  return {
    port,
    async [Symbol.asyncDispose]() {
      // with its processes, or one of them keeps the profile's storage locked
      if (isOver) return
      if (isGroup) process.kill(-(browser.pid ?? 0), 'SIGKILL')
      else browser.kill()
      await closed
    },
  }
}

/** Runs a program that leaves the processor to the browser: on two cores it would be measured, too. */
async function runBehind(command: string, args: readonly string[]): Promise<void> {
  const child = execFile(command, [...args], { cwd: folder, shell: process.platform === 'win32' })
  // inherited by what it starts
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL)
  let said = ''
  child.stderr?.on('data', (chunk: string) => (said += chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${said}`)
}

/** Creates an account whose space has messages of each kind. */
async function fillSpace(): Promise<void> {
  const body = { username: 'ana', email: 'ana@example.org', password: PASSWORD }
  const { access_token: token } = await post<{ access_token: string }>('/auth/register', body)
  for (let number = 1; number <= MESSAGES; number += 1) {
    await post('/auth/messages', { content: sample(number) }, token)
  }
}

/** Without the browser, which isn't signed in yet; once it is, Lighthouse doesn't clear its cookie. */
async function post<Answer>(where: string, body: object, token?: string): Promise<Answer> {
  const answer = await fetch(product.url + where, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Answer
}
