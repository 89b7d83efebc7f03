import type { RosterItem } from '@flockwork/contract/spaces'
import { useEffect, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { loadSummaryPopover, type Named } from '../../agents/index.ts'
import { usePeople } from '../context/use-people.ts'
import { mentionInComposer } from '../requests/composer-requests.ts'

const SummaryPopover = lazyPart(async () => (await loadSummaryPopover()).SummaryPopover)

/** Opens a popover for any name in the feed that is clicked: one listener, because a feed has hundreds of names. */
export function AuthorPopover({ spaceId }: { spaceId: string }) {
  const { all } = usePeople(spaceId)
  const [named, setNamed] = useState<Named | null>(null)
  const close = () => setNamed(null)

  useEffect(() => {
    function click(event: MouseEvent) {
      const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (event.defaultPrevented || hasModifier || !(event.target instanceof Element)) return
      const anchor = event.target.closest<HTMLElement>('[data-who]')
      const pressed = anchor && subjectOf(anchor, all)
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

function subjectOf(anchor: HTMLElement, people: readonly RosterItem[]): Named | null {
  const { who: handle = '', whoId: id, whoType: type } = anchor.dataset
  if (id !== undefined) return { handle, id, type: type === 'agent' ? 'agent' : 'user', anchor }
  const item = people.find((one) => one.handle === handle)
  return item ? { handle, id: item.metadata.agent_id ?? item.id, type: item.type, anchor } : null
}
