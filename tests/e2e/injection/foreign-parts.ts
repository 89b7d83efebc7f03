/** Elements and attributes that no text may add to a page. Runs in the page, as serialized source. */
export function foreignParts(): string[] {
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
    // an invalid URL goes nowhere
    if (!url) return true
    const { protocol } = url
    return ['http:', 'https:', 'mailto:'].includes(protocol) || address.startsWith('data:image/')
  }
}
