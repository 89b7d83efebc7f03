import { useId, type ReactNode } from 'react'

interface Props {
  title: string
  /** At the end of the title's line. */
  aside?: ReactNode
  children: ReactNode
}

/** One part of an agent's details, under a line. */
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
