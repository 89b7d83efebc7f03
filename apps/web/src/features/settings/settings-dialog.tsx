import { useEffect, useState } from 'react'
import { settings as words } from '../../strings/settings.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SettingsTabs } from './settings-tabs.tsx'
import { useSettingsAddress } from './use-settings-address.ts'

/** The settings, over any page, while the URL has `?settings=`. */
export function SettingsDialog() {
  const { section, show, close } = useSettingsAddress()
  // keeps its section during the closing animation
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
