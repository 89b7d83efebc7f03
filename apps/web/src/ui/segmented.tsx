import { cx } from './cx.ts'

interface Props<Value extends string> {
  label: string
  name: string
  value: Value
  onValueChange: (value: Value) => void
  choices: readonly { value: Value; label: string }[]
}

/** A segmented control: one of a few short labels, side by side; more than three in two columns on narrow screens. */
export function Segmented<Value extends string>({
  label,
  name,
  value,
  onValueChange,
  choices,
}: Props<Value>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium text-ink">{label}</legend>
      <div
        className={cx(
          'grid gap-1 rounded-control border border-line bg-sunken p-1',
          choices.length === 3 ? 'grid-cols-3' : 'grid-cols-2',
          choices.length > 3 && 'sm:grid-cols-4',
        )}
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex h-7 cursor-pointer items-center justify-center rounded-[6px] px-2 text-sm font-medium text-ink-2 transition-colors has-checked:bg-raised has-checked:text-ink has-checked:shadow-1 has-focus-visible:outline-2 has-focus-visible:outline-egg hover:text-ink touch:h-10 dark:has-checked:bg-line"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onValueChange(choice.value)}
              className="sr-only"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
