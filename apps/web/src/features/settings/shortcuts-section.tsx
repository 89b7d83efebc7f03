import { help } from '../../strings/help.ts'
import { settings } from '../../strings/settings.ts'
import { strings } from '../../strings.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { GO_LETTERS, setLetterShortcuts, useLetterShortcuts } from '../../ui/letter-shortcuts.ts'
import { Switch } from '../../ui/switch.tsx'
import { SettingsGroup } from './settings-group.tsx'

const words = settings.shortcuts

interface Shortcut {
  readonly does: string
  readonly keys: readonly string[]
  /** A sequence of keys. */
  readonly isSequence?: boolean
}

const ANYWHERE: readonly Shortcut[] = [
  { does: words.help, keys: ['?'] },
  ...help.everywhere.filter(({ keys: [first] }) => first !== '?' && first !== 'g'),
  ...Object.entries(GO_LETTERS).map(([tab, letter]) => ({
    does: words.goTo(strings.shell.tabs[tab as keyof typeof GO_LETTERS]),
    keys: ['g', letter],
    isSequence: true,
  })),
]

/** Toggles single-key shortcuts, and lists all shortcuts (docs/rules/interface.md#keyboard). */
export function ShortcutsSection() {
  const areLettersOn = useLetterShortcuts()
  return (
    <>
      <div className="pb-5">
        <Switch
          checked={areLettersOn}
          onCheckedChange={setLetterShortcuts}
          label={words.letters}
          hint={words.lettersHint}
        />
      </div>
      <div className="border-t border-line pt-5 no-keyboard:hidden">
        <SettingsGroup title={words.anywhere}>
          <ShortcutList shortcuts={ANYWHERE} areLettersOn={areLettersOn} />
        </SettingsGroup>
        <SettingsGroup title={words.inMessages}>
          <ShortcutList shortcuts={help.messageKeys} areLettersOn={areLettersOn} />
        </SettingsGroup>
      </div>
    </>
  )
}

interface ListProps {
  shortcuts: readonly Shortcut[]
  areLettersOn: boolean
}

function ShortcutList({ shortcuts, areLettersOn }: ListProps) {
  return (
    <ul>
      {shortcuts.map((shortcut) => {
        const isOff = !areLettersOn && isSingleKey(shortcut)
        return (
          <li
            key={shortcut.does}
            className="flex min-h-9 items-center justify-between gap-3 border-b border-line py-1 text-base last:border-b-0"
          >
            <span className={isOff ? 'text-ink-3' : undefined}>{shortcut.does}</span>
            {isOff ? <span className="text-sm text-ink-3">{words.off}</span> : <Keys {...shortcut} />}
          </li>
        )
      })}
    </ul>
  )
}

/** A named key such as Enter, which works with single-key shortcuts switched off too. */
function isSingleKey({ keys }: Shortcut): boolean {
  return keys.every((key) => key.length === 1)
}

function Keys({ keys, isSequence = false }: Shortcut) {
  return (
    <span className="flex shrink-0 items-center gap-1 text-xs text-ink-3">
      {keys.map((key, index) => (
        <span key={key} className="flex items-center gap-1">
          {index > 0 && isSequence && words.keyThenKey}
          <Kbd>{key}</Kbd>
        </span>
      ))}
    </span>
  )
}
