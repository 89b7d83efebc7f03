import { useId, type ReactNode } from 'react'

interface Props {
  title: string
  /** Rendered at the end of the title's row. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of an agent's details, below a divider. */
export function DetailSection({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t border-line pt-4 pb-5">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3 pb-2">
        <h3 id={id} className="font-display text-lg font-semibold tracking-display">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
