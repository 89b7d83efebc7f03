import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { Form } from './use-form.ts'

interface Props extends ComponentProps<typeof Dialog> {
  form: Pick<Form<never, never>, 'props' | 'isBusy' | 'reset'>
  /** The label of the submit button. */
  submit: string
  /** Its label while submitting. */
  submitting: string
  cancel: string
  /** Called by the cancel button, before the dialog closes. */
  onCancel?: () => void
  tone?: 'primary' | 'danger'
  /** The form can't be submitted now. */
  isOff?: boolean
}

/** A dialog with a form and, without another `footer`, its two buttons. Closing it resets the form. */
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
