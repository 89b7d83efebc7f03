import { SPACE_DESCRIPTION_MAX_CHARS, SPACE_NAME_MAX_CHARS } from '@flockwork/contract/limits'
import type { Visibility } from '@flockwork/contract/spaces'
import { useId, useState, type SubmitEvent } from 'react'
import { fieldErrorsOf } from '../../api/api-error.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { RadioRows } from '../../ui/radio-rows.tsx'
import { useToast } from '../../ui/toast-store.ts'
import { useSlots } from './use-slots.ts'
import { useCreateSpace } from './use-create-space.ts'
import { useSwitchSpace } from './use-switch-space.ts'

const words = strings.spaces
const VISIBILITIES: readonly Visibility[] = ['private', 'invite_only', 'public']
const EMPTY = { name: '', description: '', visibility: 'invite_only' as Visibility }

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Create Workspace. The new one is offered, not entered: creating doesn't switch (docs/rules/spaces.md#creating). */
export function CreateSpaceDialog({ open, onOpenChange }: Props) {
  const create = useCreateSpace()
  const switchSpace = useSwitchSpace()
  const toast = useToast()
  const formId = useId()
  const [value, setValue] = useState(EMPTY)
  const [needsName, setNeedsName] = useState(false)
  const said = fieldErrorsOf(create.error)
  const { limits, remaining } = useSlots()
  const isFull = remaining !== null && remaining[value.visibility] <= 0

  function change(part: Partial<typeof EMPTY>) {
    setValue({ ...value, ...part })
    setNeedsName(false)
    if (create.isError) create.reset()
  }

  function changeOpen(next: boolean) {
    onOpenChange(next)
    if (next) return
    setValue(EMPTY)
    setNeedsName(false)
    create.reset()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (create.isPending || isFull) return
    if (value.name.trim() === '') {
      setNeedsName(true)
      event.currentTarget.querySelector('input')?.focus()
      return
    }
    create.mutate(value, {
      onSuccess: ({ id, name }) => {
        changeOpen(false)
        const action = { label: words.openLabel(name), onSelect: () => switchSpace.mutate(id) }
        toast({ title: words.created, description: name, tone: 'good', action })
      },
    })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={changeOpen}
      title={words.create}
      footer={
        <>
          <Button type="submit" form={formId} variant="primary" busy={create.isPending} disabled={isFull}>
            {isFull ? words.limitReached : create.isPending ? words.creating : words.create}
          </Button>
          <Button onClick={() => changeOpen(false)}>{words.cancel}</Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label={words.name} error={needsName ? words.needsName : said['name']}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={SPACE_NAME_MAX_CHARS}
              autoComplete="off"
              value={value.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={words.description}
          optional
          error={said['description']}
          aside={
            <span className="tabular text-xs text-ink-3">
              {value.description.length}/{SPACE_DESCRIPTION_MAX_CHARS}
            </span>
          }
        >
          {(control) => (
            <Textarea
              {...control}
              dir="auto"
              maxLength={SPACE_DESCRIPTION_MAX_CHARS}
              value={value.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          )}
        </Field>
        <div className="flex flex-col gap-1.5">
          <span className="text-sm font-medium text-ink">{words.visibility}</span>
          <RadioRows
            label={words.visibility}
            value={value.visibility}
            onValueChange={(visibility) => change({ visibility })}
            rows={VISIBILITIES.map((visibility) => ({
              value: visibility,
              title: words.types[visibility],
              description: words.choices[visibility],
              ...(limits &&
                remaining && { aside: words.slotsLeft(remaining[visibility], limits[visibility]) }),
            }))}
          />
          {isFull && (
            <p role="status" className="text-sm text-rose">
              {words.limitText(words.types[value.visibility])}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  )
}
