import type { ReactNode } from 'react'

interface Props {
  title: string
  /** A sentence below it. */
  text?: ReactNode
  children?: ReactNode
}

/** A group of a section, with its heading and a divider above. */
export function SettingsGroup({ title, text, children }: Props) {
  return (
    <section className="border-t border-line py-5 first:border-t-0 first:pt-0 last:pb-0">
      <h3 className="font-display text-lg font-semibold tracking-display">{title}</h3>
      {text && <p className="mt-0.5 text-sm text-ink-3">{text}</p>}
      {children && <div className="mt-3">{children}</div>}
    </section>
  )
}
