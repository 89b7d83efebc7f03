import type { ReactNode } from 'react'
import { EmptyScene } from './scenes/empty-scene.tsx'
import type { EmptySceneName } from './scenes/empty-scene.tsx'

interface Props {
  scene: EmptySceneName
  title: string
  /** One sentence. */
  children?: ReactNode
  /** One button or link. */
  action?: ReactNode
}

/** An empty state: one small illustration, one sentence, one action. */
export function EmptyState({ scene, title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center px-5 py-10 text-center">
      <EmptyScene name={scene} />
      <h2 className="mt-5 font-display text-xl font-semibold tracking-display">{title}</h2>
      {children && <p className="mt-1 max-w-[44ch] text-base text-balance text-ink-2">{children}</p>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}
