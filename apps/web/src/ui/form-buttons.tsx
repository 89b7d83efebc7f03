import { Button } from './button.tsx'
import type { AnyForm } from './use-form.ts'

interface Props {
  form: AnyForm
  /** The word on the button that sends the form. */
  submit: string
  /** The same while it is sent. */
  submitting: string
  cancel: string
  onCancel: () => void
  tone?: 'primary' | 'danger'
  disabled?: boolean
}

/** The footer of a dialog with a form in it. */
export function FormButtons({
  form,
  submit,
  submitting,
  cancel,
  onCancel,
  tone = 'primary',
  disabled,
}: Props) {
  return (
    <>
      <Button type="submit" form={form.props.id} variant={tone} busy={form.isBusy} disabled={disabled}>
        {form.isBusy ? submitting : submit}
      </Button>
      <Button onClick={onCancel}>{cancel}</Button>
    </>
  )
}
