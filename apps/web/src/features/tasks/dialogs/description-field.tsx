import { TASK_DESCRIPTION_MAX_CHARS } from '@flockwork/contract/limits'
import { codePoints } from '@flockwork/contract/text/message-text'
import { useState, type ReactNode } from 'react'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'
import { cx } from '../../../ui/cx.ts'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { TaskText } from '../notes/task-text.tsx'

const COUNT_FROM_CHARS = 4500

interface Props {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  isReadOnly?: boolean
  /** Initially shows the text, not the field. */
  isPreviewedFirst?: boolean
}

/** The description, as a field or rendered. */
export function DescriptionField(props: Props) {
  const { value, onChange, error, isReadOnly, isPreviewedFirst = false } = props
  const [isPreview, setPreview] = useState(isPreviewedFirst)
  const isShown = isPreview && error === undefined
  const count = codePoints(value.trim())
  const isOver = count > TASK_DESCRIPTION_MAX_CHARS

  return (
    <Field
      label={words.fields.description}
      error={error}
      hint={
        count >= COUNT_FROM_CHARS && (
          <span className={cx('tabular', isOver && 'text-rose')}>
            {words.count(count, TASK_DESCRIPTION_MAX_CHARS)}
          </span>
        )
      }
      aside={
        <div role="group" aria-label={words.descriptionView} className="flex gap-1">
          <View isOn={!isShown} onPress={() => setPreview(false)}>
            {words.write}
          </View>
          <View isOn={isShown} onPress={() => setPreview(true)}>
            {words.preview}
          </View>
        </div>
      }
    >
      {(control) => (
        <>
          <Textarea
            {...control}
            name="description"
            dir="auto"
            rows={5}
            value={value}
            readOnly={isReadOnly}
            placeholder={words.descriptionPlaceholder}
            onChange={({ target }) => onChange(target.value)}
            hidden={isShown}
          />
          {isShown && <DescriptionText text={value} />}
        </>
      )}
    </Field>
  )
}

interface ViewProps {
  isOn: boolean
  onPress: () => void
  children: ReactNode
}

function View({ isOn, onPress, children }: ViewProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className="relative h-6 rounded-chip px-2 text-xs font-medium text-ink-2 hover:text-ink aria-pressed:bg-spruce-soft aria-pressed:text-spruce touch:hit-area"
    >
      {children}
    </button>
  )
}

/** A description as Markdown, in a box at least as tall as the field. */
export function DescriptionText({ text }: { text: string }) {
  return (
    <div className="min-h-20 rounded-control border border-line bg-paper px-3 py-2">
      {text.trim() === '' ? (
        <p className="text-sm text-ink-3">{words.nothingToPreview}</p>
      ) : (
        <TaskText text={text.trim()} />
      )}
    </div>
  )
}
