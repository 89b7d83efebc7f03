import { X } from 'lucide-react'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { withSkill } from './checks.ts'

interface Props {
  skills: readonly string[]
  onChange: (skills: readonly string[]) => void
  error?: string | undefined
}

/** The skills of a task, each with a remove button. Enter adds one. */
export function SkillsField({ skills, onChange, error }: Props) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)

  function add() {
    const next = withSkill(skills, typed)
    if (next) onChange(next)
    setTyped('')
  }
  // Escape unmounts the field with unfinished text; a layout effect, because the draft is written after it
  const addUnfinished = useEffectEvent(add)
  useLayoutEffect(() => () => addUnfinished(), [])

  return (
    <Field label={words.fields.skills} error={error}>
      {(control) => (
        <>
          {skills.length > 0 && (
            <ul className="flex flex-wrap gap-1">
              {skills.map((skill) => (
                <li
                  key={skill}
                  className="inline-flex h-7 max-w-full items-center gap-1 rounded-chip bg-sunken ps-2 text-sm text-ink-2 dark:bg-line"
                >
                  <span dir="auto" className="truncate">
                    {skill}
                  </span>
                  <button
                    type="button"
                    aria-label={words.removeSkill(skill)}
                    onClick={() => {
                      onChange(skills.filter((one) => one !== skill))
                      // the button unmounts with the skill
                      field.current?.focus()
                    }}
                    className="relative inline-flex size-6 items-center justify-center rounded-chip text-ink-3 hover:text-ink touch:hit-area"
                  >
                    <X size={13} aria-hidden="true" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <div className="flex gap-2">
            <div className="min-w-0 flex-1">
              <Input
                ref={field}
                {...control}
                name="skills"
                dir="auto"
                value={typed}
                autoComplete="off"
                placeholder={words.skillPlaceholder}
                onChange={({ target }) => setTyped(target.value)}
                onBlur={add}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                  // doesn't submit the whole form
                  event.preventDefault()
                  add()
                }}
              />
            </div>
            <Button onClick={add} disabled={typed.trim() === ''}>
              {words.addSkill}
            </Button>
          </div>
        </>
      )}
    </Field>
  )
}
