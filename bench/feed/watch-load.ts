export interface Watched {
  /** Sum of the layout shifts that no input caused. */
  shift: number
  /** Each visible row when the feed first appeared: its key, position and text. */
  first: Record<string, string> | null
  rows: () => Record<string, string>
}

/** Runs in the page, before any of its scripts. */
export function watchLoad(): void {
  const rows = () => {
    const pane = document.querySelector('[data-feed]')
    if (!pane || getComputedStyle(pane).opacity !== '1') return {}
    const view = pane.getBoundingClientRect()
    const inSight = [...pane.querySelectorAll('[data-row]')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > view.top && top < view.bottom
    })
    return Object.fromEntries(
      inSight.map((row) => {
        const { top, height } = row.getBoundingClientRect()
        const text = row.querySelector('[id^="text-"]')?.innerHTML ?? ''
        return [row.getAttribute('data-row') ?? '', `${Math.round(top)} ${Math.round(height)} ${text}`]
      }),
    )
  }
  const watched: Watched = { shift: 0, first: null, rows }
  Object.assign(window, { watched })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) watched.shift += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const shown = rows()
    if (Object.keys(shown).length > 0) watched.first = shown
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
