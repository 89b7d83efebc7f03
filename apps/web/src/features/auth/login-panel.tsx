import { strings } from '../../strings.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { OfflineButton } from './offline-button.tsx'
import type { SignInOptions } from './sign-in-options.ts'
import { WaysIn, type WaysInProps } from './ways-in.tsx'

const words = strings.login

export interface LoginPanelProps extends Omit<WaysInProps, 'options'> {
  /** The server's sign-in options; null while loading. */
  options: SignInOptions | null
  /** The server is unreachable: shows the message and a retry button. */
  optionsFailure?: string | undefined
  onRetryOptions: () => void
}

function Waiting() {
  const isShown = useSkeleton(true)
  if (!isShown) return <div className="h-58" />
  return (
    <SkeletonGroup label={words.loadingProviders}>
      <div className="flex h-58 flex-col gap-5">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-12 rounded-panel" />
        <Skeleton className="h-12 rounded-panel" />
        <Skeleton className="h-12 w-32 rounded-panel" />
      </div>
    </SkeletonGroup>
  )
}

/** The server's sign-in options, once loaded. */
export function LoginPanel({ options, optionsFailure, onRetryOptions, ...ways }: LoginPanelProps) {
  const isOnline = useOnline()
  // once mounted, the forms stay mounted, with what was typed in them
  if (options) {
    const hasWay = options.github || options.password
    return hasWay ? (
      <WaysIn options={options} {...ways} />
    ) : (
      <p className="text-base text-ink-2">{words.closed}</p>
    )
  }
  if (optionsFailure === undefined) return <Waiting />
  // refetched as soon as the browser is online
  if (!isOnline) return <OfflineButton />
  return <LoadFailure text={optionsFailure} onRetry={onRetryOptions} />
}
