/** The styles that decide where a line of a textarea breaks. */
const LAYOUT_STYLES = [
  'boxSizing',
  'width',
  'paddingTop',
  'paddingRight',
  'paddingBottom',
  'paddingLeft',
  'borderTopWidth',
  'borderRightWidth',
  'borderBottomWidth',
  'borderLeftWidth',
  'font',
  'letterSpacing',
  'lineHeight',
  'textAlign',
  'direction',
] as const

/** Where the character at `index` of a textarea is on screen. */
export function caretRect(textarea: HTMLTextAreaElement, index: number): DOMRect {
  const style = getComputedStyle(textarea)
  const mirror = document.createElement('div')
  for (const name of LAYOUT_STYLES) mirror.style[name] = style[name]
  Object.assign(mirror.style, {
    position: 'absolute',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    borderStyle: 'solid',
  })
  mirror.textContent = textarea.value.slice(0, index)
  const marker = document.createElement('span')
  marker.textContent = textarea.value.slice(index) || '.'
  mirror.append(marker)
  document.body.append(mirror)
  const { offsetTop, offsetLeft } = marker
  mirror.remove()

  const box = textarea.getBoundingClientRect()
  const lineHeight = Number.parseFloat(style.lineHeight)
  return new DOMRect(box.left + offsetLeft, box.top + offsetTop - textarea.scrollTop, 1, lineHeight)
}
