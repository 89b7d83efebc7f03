import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { Form } from './use-form.ts'

interface Props extends ComponentProps<typeof Dialog> {
  form: Pick<Form<never, never>, 'props' | 'isBusy' | 'reset'>
  /** The word on the button that sends the form. */
  submit: string
  /** The same while it is sent. */
  submitting: string
  cancel: string
  /** By the button, before the dialog closes. */
  onCancel?: () => void
  tone?: 'primary' | 'danger'
  /** The form can't be sent now. */
  isOff?: boolean
}

/** A dialog with a form in it, and its two buttons unless it has another `footer`. Closing it empties the form. */
export function FormDialog({
  form,
  submit,
  submitting,
  cancel,
  onCancel,
  tone = 'primary',
  isOff = false,
  onOpenChange,
  ...dialog
}: Props) {
  function change(open: boolean) {
    onOpenChange(open)
    if (!open) form.reset()
  }

  return (
    <Dialog
      onOpenChange={change}
      footer={
        <>
          <Button type="submit" form={form.props.id} variant={tone} busy={form.isBusy} disabled={isOff}>
            {form.isBusy ? submitting : submit}
          </Button>
          <Button
            onClick={() => {
              onCancel?.()
              change(false)
            }}
          >
            {cancel}
          </Button>
        </>
      }
      {...dialog}
    />
  )
}
