/**
 * `npm run gallery`: screenshots of every screen in every state, in both sizes and themes, from the real product. The
 * repository has one contact sheet for each screen, on the gallery page in `docs`; the full pictures are in a gitignored
 * folder next to it, with their own page. `--only tasks,agents` takes only these screens.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { ensureChromium } from '../../scripts/checks/chromium.ts'
import { startProduct } from '../e2e/product.ts'
import { photograph, type Picture } from './camera.ts'
import { openDarkroom, type Row } from './darkroom.ts'
import { pageOfSheets, pageOfWholePictures, pictureName, type Taken } from './pages.ts'
import { makeScene } from './scene/scene.ts'
import type { Screen } from './screen.ts'
import { SCREENS } from './screens/index.ts'

const FOLDER = path.join(import.meta.dirname, '..', '..', 'docs', 'gallery')
const WHOLE = path.join(FOLDER, 'whole')
const AT_ONCE = 3
/** The folder of the README's pictures. */
const SHOTS = path.join(import.meta.dirname, '..', '..', 'docs', 'screenshots')
const README_SHOTS: Readonly<Record<string, string>> = {
  'messages--lively--desktop-light.webp': 'messages.webp',
  'tasks--lively--desktop-dark.webp': 'tasks.webp',
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const only = values.only?.split(',')
const unknown = only?.filter((name) => !SCREENS.some((screen) => screen.name === name)) ?? []
if (unknown.length > 0) throw new Error(`No such screen: ${unknown.join(', ')}`)
const screens = SCREENS.filter(({ name }) => only?.includes(name) ?? true)

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
  if (only === undefined) await rm(FOLDER, { recursive: true, force: true })
  await mkdir(WHOLE, { recursive: true })

  const failures: string[] = []
  const taken: Taken[] = []
  for (const screen of screens) taken.push({ screen, states: await take(screen, failures) })
  await writeFile(path.join(WHOLE, 'index.html'), pageOfWholePictures(taken))
  if (only === undefined) await writeFile(path.join(FOLDER, 'README.md'), pageOfSheets(SCREENS))
  for (const failure of failures) process.stderr.write(`${failure}\n`)
  process.exitCode = failures.length > 0 ? 1 : 0

  async function take(screen: Screen, notTaken: string[]): Promise<Taken['states']> {
    const rows: (Row | null)[] = screen.states.map(() => null)
    const waiting = [...screen.states.entries()]
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [index, state] = next
        try {
          rows[index] = { label: state.name, pictures: await photograph(browser, scene, state) }
        } catch (error) {
          notTaken.push(
            `${screen.name}, ${state.name}: ${error instanceof Error ? error.message : String(error)}`,
          )
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    const all = rows.filter((row) => row !== null)
    if (all.length === 0) return []
    await writeFile(path.join(FOLDER, `${screen.name}.webp`), await darkroom.sheet(all))
    for (const { label, pictures } of all) {
      for (const picture of pictures) {
        const file = pictureName(screen.name, label, picture)
        const webp = await darkroom.develop(picture.png)
        await writeFile(path.join(WHOLE, file), webp)
        const shot = README_SHOTS[file]
        if (shot !== undefined) await writeFile(path.join(SHOTS, shot), webp)
      }
    }
    process.stdout.write(`${screen.title}: ${all.map(({ label }) => label).join(', ')}\n`)
    return all.map(({ label, pictures }) => ({ name: label, pictures: pictures.map(described) }))
  }
} finally {
  await browser.close()
  await product.stop()
}

/** The picture without its bytes. */
function described({ size, theme, width, height }: Picture): Omit<Picture, 'png'> {
  return { size, theme, width, height }
}
