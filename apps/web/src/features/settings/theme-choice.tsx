import { settings } from '../../strings/settings.ts'
import { setTheme, useThemeChoice, type ThemeChoice as Choice } from '../../ui/theme.ts'

const words = settings.profile
const CHOICES: readonly Choice[] = ['system', 'light', 'dark']

/** Light, dark or system; takes effect at once, like the button in the header. */
export function ThemeChoice() {
  const chosen = useThemeChoice()
  return (
    <fieldset>
      <legend className="sr-only">{words.theme}</legend>
      <div className="grid max-w-80 grid-cols-3 gap-1 rounded-control border border-line bg-sunken p-1">
        {CHOICES.map((choice) => (
          <label
            key={choice}
            className="flex h-7 cursor-pointer items-center justify-center rounded-[6px] px-2 text-sm font-medium text-ink-2 transition-colors has-checked:bg-raised has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-2 has-focus-visible:outline-egg hover:text-ink touch:h-10 dark:has-checked:bg-line"
          >
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={choice === chosen}
              onChange={() => setTheme(choice)}
              className="sr-only"
            />
            {words.themes[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
