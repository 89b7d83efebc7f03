/** Detects any effect of a text that was interpreted as script, markup or a URL. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { foreignParts } from './foreign-parts.ts'

export interface Alarm {
  /** Fails with everything that was recorded, and with injected elements of the page. */
  expectSilence: (page: Page, where: string) => Promise<void>
}

/** Call it before the context's first page is opened or reloaded: it observes all pages from then on. */
export async function raiseAlarm(context: BrowserContext, origin: string): Promise<Alarm> {
  const recorded: string[] = []
  await context.exposeBinding('hit', () => recorded.push('a text ran as script'))
  await context.exposeBinding('tellOfViolation', (_, what: string) => recorded.push(what))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { tellOfViolation } = globalThis as typeof globalThis & {
        tellOfViolation: (what: string) => void
      }
      tellOfViolation(`the policy ${violatedDirective} was broken by ${blockedURI} ${sample}`)
    })
  })
  context.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(origin) && !url.startsWith('data:')) recorded.push(`asked for ${url}`)
  })
  context.on('dialog', (dialog) => {
    recorded.push(`a dialog said ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('weberror', (error) => recorded.push(`threw ${error.error().message}`))

  return {
    async expectSilence(page, where) {
      expect(await page.evaluate(foreignParts), where).toEqual([])
      expect(recorded, where).toEqual([])
    },
  }
}
