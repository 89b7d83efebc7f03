import { Link } from '@tanstack/react-router'
import { strings } from '../strings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { setLetterShortcuts, useLetterShortcuts } from '../ui/letter-shortcuts.ts'
import { Switch } from '../ui/switch.tsx'
import { TABS } from './tabs.ts'

const words = strings.help

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Where things are, and the keys that work (platform, section 2; the title by decisions 13.17). */
export function HelpDialog({ open, onOpenChange }: Props) {
  const areLettersOn = useLetterShortcuts()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={words.title} description={words.tip} size="lg">
      <h3 className="pt-1 pb-1.5 text-sm font-semibold text-ink-2">{words.places}</h3>
      <ul className="grid gap-x-6 md:grid-cols-2">
        {TABS.map(
          ({ name, path, letter }) =>
            letter && (
              <li key={name}>
                <Link
                  to={path}
                  onClick={() => onOpenChange(false)}
                  className="-mx-2 flex h-9 items-center justify-between gap-3 rounded-control px-2 text-base text-ink transition-colors hover:bg-sunken touch:h-10 dark:hover:bg-line"
                >
                  {strings.shell.tabs[name]}
                  <Keys keys={['g', letter]} between={words.keyThenKey} />
                </Link>
              </li>
            ),
        )}
      </ul>
      <h3 className="pt-4 pb-1.5 text-sm font-semibold text-ink-2">{words.inMessages}</h3>
      <ul className="grid gap-x-6 md:grid-cols-2">
        {words.messageKeys.map(({ does, keys }) => (
          <li key={does} className="flex min-h-9 items-center justify-between gap-3 text-base">
            {does}
            <Keys keys={keys} />
          </li>
        ))}
      </ul>
      <div className="mt-3 border-t border-line pt-4">
        <Switch
          checked={areLettersOn}
          onCheckedChange={setLetterShortcuts}
          label={words.letters}
          hint={words.lettersHint}
        />
      </div>
    </Dialog>
  )
}

interface KeysProps {
  keys: readonly string[]
  /** A word between them; without one they stand side by side. */
  between?: string
}

function Keys({ keys, between }: KeysProps) {
  return (
    <span className="flex items-center gap-1 text-xs text-ink-3">
      {keys.map((key, index) => (
        <span key={key} className="flex items-center gap-1">
          {index > 0 && between}
          <Kbd>{key}</Kbd>
        </span>
      ))}
    </span>
  )
}
