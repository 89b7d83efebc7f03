import { WifiOff } from 'lucide-react'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'

/** In the place of a way to sign in, while there is no network. */
export function OfflineButton() {
  return (
    <Button size="lg" disabled icon={<WifiOff size={17} aria-hidden="true" />} className="max-md:w-full">
      {strings.login.offline}
    </Button>
  )
}
