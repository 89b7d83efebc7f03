import type { Space } from '@flockwork/contract/spaces'
import { register as words } from '../../../strings/register.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'

interface Props {
  spaces: readonly Space[]
  value: string | null
  onValueChange: (spaceId: string | null) => void
  error: string | undefined
}

export function SpaceSelect({ spaces, value, onValueChange, error }: Props) {
  return (
    <Field label={words.space} error={error}>
      {(control) => (
        <Select
          {...control}
          value={value ?? ''}
          onValueChange={(spaceId) => onValueChange(spaceId || null)}
          choices={[
            { value: '', label: words.chooseSpace },
            ...spaces.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </Field>
  )
}
