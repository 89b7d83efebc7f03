import { withoutTrailingSlash } from '@flockwork/contract/pages'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { opensInShell } from './own-links.ts'

/**
 * Opens links to our own pages, e.g. in a message or an article, without reloading the document. Links with a `target`
 * and clicks with a modifier are left to the browser.
 */
export function useOwnLinks(): void {
  const { history } = useRouter()

  useEffect(() => {
    function click(event: MouseEvent) {
      const path = ownPathOf(event)
      if (path === null) return
      event.preventDefault()
      history.push(path)
    }
    addEventListener('click', click)
    return () => removeEventListener('click', click)
  }, [history])
}

function ownPathOf(event: MouseEvent): string | null {
  const asksForMore = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.defaultPrevented || event.button !== 0 || asksForMore) return null
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.target !== '' || link.hasAttribute('download')) return null
  if (link.origin !== location.origin || !opensInShell(link.pathname)) return null
  return withoutTrailingSlash(link.pathname) + link.search + link.hash
}
