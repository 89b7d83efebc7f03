import { Link } from '@tanstack/react-router'
import { notBuilt } from '../../strings/not-built.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

interface Props {
  page: Exclude<keyof typeof notBuilt, 'toMessages'>
}

/** A page that isn't built yet. */
export function NotBuilt({ page }: Props) {
  const { title, text } = notBuilt[page]
  return (
    <div className="flex min-h-full flex-col justify-center pb-16">
      <EmptyState
        scene="bare"
        title={title}
        action={
          <Link to="/home" className={buttonClass('outline')}>
            {notBuilt.toMessages}
          </Link>
        }
      >
        {text}
      </EmptyState>
    </div>
  )
}
