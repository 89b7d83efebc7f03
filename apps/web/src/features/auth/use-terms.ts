import { useState, type ComponentType } from 'react'
import { useServices, type AppServices } from '../../api/services.ts'
import { strings } from '../../strings.ts'
import { useToast } from '../../ui/toast-store.ts'
import type { TermsPanelProps } from './terms-panel.tsx'

interface UseTerms {
  /** The panel, once its chunk has loaded. */
  Panel: ComponentType<TermsPanelProps> | null
  isOpen: boolean
  /** When they were accepted in this browser; null is never. */
  acceptedAt: Date | null
  toggle: () => void
  close: () => void
  accept: () => void
}

/** The Early Access Terms: opened on request; accepting is stored and never required. */
export function useTerms(): UseTerms {
  const services = useServices()
  const { keys, storage } = services
  const [Panel, setPanel] = useState<ComponentType<TermsPanelProps> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [acceptedAt, setAcceptedAt] = useState(() => storedTime(services))
  const toast = useToast()

  async function open() {
    try {
      const { TermsPanel } = await import('./terms-panel.tsx')
      setPanel(() => TermsPanel)
      setOpen(true)
    } catch {
      // the chunk failed to load: what is typed in the form stays
      const { partMissing, partMissingText } = strings.shell
      toast({ title: partMissing, description: partMissingText, tone: 'bad' })
    }
  }

  function accept() {
    const now = new Date()
    storage.set(keys.of('termsAccepted'), now.toISOString())
    setAcceptedAt(now)
  }

  return {
    Panel,
    isOpen,
    acceptedAt,
    toggle: () => (isOpen ? setOpen(false) : void open()),
    close: () => setOpen(false),
    accept,
  }
}

function storedTime({ keys, storage }: AppServices): Date | null {
  const at = Date.parse(storage.get(keys.of('termsAccepted')) ?? '')
  return Number.isNaN(at) ? null : new Date(at)
}
