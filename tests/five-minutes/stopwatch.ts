/** Prints each step's duration when the next one begins, and the total at the end. */
export interface Stopwatch {
  begin(step: string): void
  end(): void
}

export function createStopwatch(print: (line: string) => void, now = () => performance.now()): Stopwatch {
  const first = now()
  let current: { readonly step: string; readonly at: number } | null = null
  const line = (name: string, ms: number) => print(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
  const finish = () => {
    if (current !== null) line(current.step, now() - current.at)
    current = null
  }
  return {
    begin(step) {
      finish()
      current = { step, at: now() }
    },
    end() {
      finish()
      line('in all', now() - first)
    },
  }
}
