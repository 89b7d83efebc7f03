import { WifiOff } from 'lucide-react'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { useOnline } from '../../ui/use-online.ts'

interface Props {
  label: string
  busyLabel: string
  busy: boolean
  /** Whether it is the screen's primary button; otherwise outlined. */
  main: boolean
}

/** Submits its form; disabled while offline, with the reason. */
export function SubmitButton({ label, busyLabel, busy, main }: Props) {
  const isOnline = useOnline()
  return (
    <Button
      type="submit"
      variant={main ? 'ink' : 'outline'}
      size="lg"
      busy={busy}
      disabled={!isOnline}
      icon={isOnline ? undefined : <WifiOff size={17} aria-hidden="true" />}
      className="max-md:w-full"
    >
      {isOnline ? (busy ? busyLabel : label) : strings.login.offline}
    </Button>
  )
}
