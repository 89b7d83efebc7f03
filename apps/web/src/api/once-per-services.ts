import type { AppServices } from './services.ts'

/** A lazy singleton per page: created at the first call, and once more for each other set of services. */
export function oncePerServices<Value>(
  create: (services: AppServices) => Value,
): (services: AppServices) => Value {
  const created = new WeakMap<AppServices, { value: Value }>()
  return (services) => {
    const known = created.get(services)
    if (known) return known.value
    const value = create(services)
    created.set(services, { value })
    return value
  }
}
