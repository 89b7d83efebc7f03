/** What every answer carries beside its own headers (docs/rules/requests.md#origin-and-host). */
export const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** For an answer that is given before the hooks of the server are reached. */
export const EARLY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': PERMISSIONS_POLICY,
  'cache-control': 'no-store',
} as const
