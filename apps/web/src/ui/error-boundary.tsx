import { Component } from 'react'
import type { ErrorInfo, ReactNode } from 'react'
import { strings } from '../strings.ts'
import { Button } from './button.tsx'

interface Props {
  children: ReactNode
  /** Shown instead of the children; by default a panel with a retry button. */
  fallback?: ReactNode
  /** A change of it, e.g. with the URL, renders the children again. */
  resetKey?: string
  onError?: (error: unknown, info: ErrorInfo) => void
}

interface State {
  hasFailed: boolean
  resetKey: string | undefined
}

/** Contains an error within its panel. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { hasFailed: false, resetKey: props.resetKey }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    if (this.props.fallback !== undefined) return this.props.fallback
    return (
      <div role="alert" className="flex h-full flex-col items-center justify-center gap-4 p-8 text-center">
        <div>
          <h2 className="font-display text-xl font-semibold tracking-display">{strings.ui.componentError}</h2>
          <p className="mt-1 max-w-[44ch] text-base text-ink-2">{strings.ui.componentErrorText}</p>
        </div>
        <Button onClick={() => this.setState({ hasFailed: false })}>{strings.ui.tryAgain}</Button>
      </div>
    )
  }
}
