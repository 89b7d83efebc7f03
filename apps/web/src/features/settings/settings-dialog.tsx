import { useEffect, useState } from 'react'
import { settings as words } from '../../strings/settings.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SettingsTabs } from './settings-tabs.tsx'
import { useSettingsAddress } from './use-settings-address.ts'

/** The settings, over whatever page is shown, while the address has `?settings=`. */
export function SettingsDialog() {
  const { section, show, close } = useSettingsAddress()
  // while it goes away it keeps showing what it showed
  const [last, setLast] = useState(section)
  useEffect(() => {
    if (section) setLast(section)
  }, [section])

  const shown = section ?? last
  return (
    <Dialog
      open={section !== null}
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={words.title}
      size="xl"
    >
      {shown && <SettingsTabs section={shown} onSection={show} />}
    </Dialog>
  )
}
