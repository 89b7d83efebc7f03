import type { AppServices } from './services.ts'

/** For what exists once a page: made at the first call, and again only for other services. */
export function perServices<Value>(
  create: (services: AppServices) => Value,
): (services: AppServices) => Value {
  const made = new WeakMap<AppServices, { value: Value }>()
  return (services) => {
    const known = made.get(services)
    if (known) return known.value
    const value = create(services)
    made.set(services, { value })
    return value
  }
}
