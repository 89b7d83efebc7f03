import { WifiOff } from 'lucide-react'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'

/** Replaces a sign-in button while offline. */
export function OfflineButton() {
  return (
    <Button size="lg" disabled icon={<WifiOff size={17} aria-hidden="true" />} className="max-md:w-full">
      {strings.login.offline}
    </Button>
  )
}
