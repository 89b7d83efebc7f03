/** `load`, run once for all callers, concurrent ones too. After a failure the next call loads again. */
export function sharedLoad<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let current: Promise<Value> | null = null
  return () => {
    current ??= load().catch((error: unknown) => {
      current = null
      throw error
    })
    return current
  }
}
