import { existsSync } from 'node:fs'
import path from 'node:path'

import { chromium } from '@playwright/test'

import { canInstallPackages, installPackages } from './apt.ts'
import { binaryOf } from './static.ts'
import { runNode } from './step.ts'

/** Renders without a window, in half of the time that a full browser takes. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome.exe']
const USUAL_PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser for the browser tests: `CHROMIUM_PATH`, else the machine's, else Playwright's own.
 *
 * @throws when `CHROMIUM_PATH` names nothing.
 */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, where there is no file`)
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...onPath, ...USUAL_PLACES, chromium.executablePath()].find((file) => existsSync(file))
}

let ensured: Promise<string> | undefined

/**
 * Finds a browser or installs one: Debian's package where that is allowed, else Playwright's download.
 * Where packages may be installed this is the small one, even if a full browser is installed.
 *
 * @throws with instructions if none is available.
 */
export function ensureChromium(): Promise<string> {
  ensured ??= findOrInstall()
  return ensured
}

async function findOrInstall(): Promise<string> {
  const found = findChromium()
  if (found && (process.env['CHROMIUM_PATH'] || path.basename(found) === SHELL)) return found
  if (canInstallPackages()) {
    const installed =
      (await installPackages(SHELL, 'fonts-liberation')) ||
      (!found && (await installPackages('chromium', 'fonts-liberation')))
    if (installed) return findChromium() ?? missing()
  }
  if (found) return found
  console.log('Downloading Chromium …')
  const { output } = await runNode(binaryOf('@playwright/test', 'playwright'), ['install', 'chromium'])
  const downloaded = findChromium()
  if (downloaded) return downloaded
  console.log(output.trimEnd())
  return missing()
}

function missing(): never {
  throw new Error('The browser tests need Chromium: install it, or name one with CHROMIUM_PATH.')
}
