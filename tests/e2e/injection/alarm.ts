/** Hears everything that a text which became script, markup or an address would do. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

export interface Alarm {
  /** Fails with all that was heard, and with what stands in the page and should not. */
  expectSilence: (page: Page, where: string) => Promise<void>
}

/** Call it before the first page is opened or loaded anew: the rest of the context's pages are heard from then on. */
export async function raiseAlarm(context: BrowserContext, origin: string): Promise<Alarm> {
  const heard: string[] = []
  await context.exposeBinding('hit', () => heard.push('a text ran as script'))
  await context.exposeBinding('tellOfViolation', (_, what: string) => heard.push(what))
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
    if (!url.startsWith(origin) && !url.startsWith('data:')) heard.push(`asked for ${url}`)
  })
  context.on('dialog', (dialog) => {
    heard.push(`a dialog said ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('weberror', (error) => heard.push(`threw ${error.error().message}`))

  return {
    async expectSilence(page, where) {
      expect(await page.evaluate(foreignParts), where).toEqual([])
      expect(heard, where).toEqual([])
    },
  }
}

/** Elements and attributes that no text may bring into a page; runs in the page. */
function foreignParts(): string[] {
  const found: string[] = []
  const ours = new Set(['#root', '#content'])
  for (const id of ours) {
    if (document.querySelectorAll(id).length > 1) found.push(`a second ${id}`)
  }
  if (!document.title.endsWith('Flockwork')) found.push(`the title ${document.title}`)
  for (const element of document.body.querySelectorAll('*')) {
    if (element.matches('iframe,object,embed,applet,base,meta,link,video,audio,math,frame,dialog,template')) {
      found.push(element.outerHTML.slice(0, 100))
    }
    if (element.matches('#root script, [role="dialog"] script, svg script, svg animate, svg set, svg use')) {
      found.push(element.outerHTML.slice(0, 100))
    }
    for (const { name, value } of element.attributes) {
      const isHandler = name.startsWith('on')
      const isAddress = ['href', 'src', 'action', 'formaction', 'xlink:href', 'srcset', 'poster'].includes(
        name,
      )
      if (isHandler || name === 'srcdoc' || name === 'ping') found.push(element.outerHTML.slice(0, 100))
      if (isAddress && !isHarmless(value)) found.push(`${name}=${value}`)
      if (name === 'style' && /url\(|expression|-moz-binding/i.test(value)) found.push(`style=${value}`)
    }
  }
  return found

  function isHarmless(address: string): boolean {
    const url = URL.parse(address, location.href)
    // what is no address leads nowhere
    if (!url) return true
    const { protocol } = url
    return ['http:', 'https:', 'mailto:'].includes(protocol) || address.startsWith('data:image/')
  }
}
