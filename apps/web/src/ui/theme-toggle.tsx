import { Moon, Sun } from 'lucide-react'
import { strings } from '../strings.ts'
import { IconButton } from './icon-button.tsx'
import { setDarkMode, useDarkMode } from './theme.ts'

/** Moon in the light theme, sun in the dark: the icon of the theme to switch to. */
export function ThemeToggle() {
  const isDark = useDarkMode()
  return (
    <IconButton
      label={isDark ? strings.ui.toLight : strings.ui.toDark}
      icon={isDark ? <Sun size={17} /> : <Moon size={17} />}
      onClick={() => setDarkMode(!isDark)}
    />
  )
}
