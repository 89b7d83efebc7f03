import type { RosterItem } from '@flockwork/contract/spaces'
import { useEffect, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { loadSummaryPopover, type Named } from '../../agents/index.ts'
import { mentionInComposer } from '../requests/composer-requests.ts'
import { usePeople } from '../context/use-people.ts'

const SummaryPopover = lazyPart(async () => (await loadSummaryPopover()).SummaryPopover)

/** Shows who somebody is when a name in the feed is pressed. One for all of them: a feed has hundreds. */
export function Who({ spaceId }: { spaceId: string }) {
  const { all } = usePeople(spaceId)
  const [named, setNamed] = useState<Named | null>(null)
  const close = () => setNamed(null)

  useEffect(() => {
    function click(event: MouseEvent) {
      const asksForMore = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (event.defaultPrevented || asksForMore || !(event.target instanceof Element)) return
      const anchor = event.target.closest<HTMLElement>('[data-who]')
      const pressed = anchor && namedBy(anchor, all)
      if (!pressed) return
      event.preventDefault()
      setNamed(pressed)
    }
    document.addEventListener('click', click)
    return () => document.removeEventListener('click', click)
  }, [all])

  return (
    <SummaryPopover
      when={named !== null}
      onLoadError={close}
      named={named}
      onMention={mentionInComposer}
      onClose={close}
    />
  )
}

function namedBy(anchor: HTMLElement, people: readonly RosterItem[]): Named | null {
  const { who: handle = '', whoId: id, whoType: type } = anchor.dataset
  if (id !== undefined) return { handle, id, type: type === 'agent' ? 'agent' : 'user', anchor }
  const item = people.find((one) => one.handle === handle)
  return item ? { handle, id: item.metadata.agent_id ?? item.id, type: item.type, anchor } : null
}
