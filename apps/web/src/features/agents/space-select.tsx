import type { Space } from '@flockwork/contract/spaces'
import { ChevronDown } from 'lucide-react'
import { register as words } from '../../strings/agents.ts'
import { Field } from '../../ui/field.tsx'

interface Props {
  spaces: readonly Space[]
  value: string | null
  onValueChange: (spaceId: string | null) => void
  error: string | undefined
}

/** The browser's own list, so that a phone shows its own wheel. */
export function SpaceSelect({ spaces, value, onValueChange, error }: Props) {
  return (
    <Field label={words.space} error={error}>
      {(control) => (
        <div className="relative">
          <select
            {...control}
            value={value ?? ''}
            onChange={(event) => onValueChange(event.target.value || null)}
            className="h-9 w-full appearance-none rounded-control border border-line-strong bg-paper pr-9 pl-3 text-[1rem] text-ink transition-colors hover:border-ink-3 aria-invalid:border-rose md:text-base touch:h-10"
          >
            <option value="">{words.chooseSpace}</option>
            {spaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown
            size={16}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-3"
          />
        </div>
      )}
    </Field>
  )
}
