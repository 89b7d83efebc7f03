import type { Violation } from '../../../api/api-error.ts'

interface Props {
  title: string
  text: string
  /** What to do about it. */
  suggestion?: string | undefined
}

/** Why a text can't be sent, above the field until the text changes. */
export function ProblemNotice({ title, text, suggestion }: Props) {
  return (
    <div role="alert" className="rounded-t-[13px] bg-rose-soft px-3.5 py-2 text-sm text-ink">
      <p>
        <span className="font-semibold text-rose">{title}.</span> {text}
      </p>
      {suggestion && <p className="text-ink-2">{suggestion}</p>}
    </div>
  )
}

/** The guardrails' violation in full: the toasts about it disappear. */
export function ViolationNotice({ violation: { title, message, suggestion } }: { violation: Violation }) {
  return <ProblemNotice title={title} text={message} suggestion={suggestion} />
}
