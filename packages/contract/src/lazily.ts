/**
 * A value that is made when it is first needed. For patterns and formatters which take milliseconds to build, and which
 * most visits to a page don't need.
 */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}
