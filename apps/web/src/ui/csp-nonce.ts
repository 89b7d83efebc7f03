declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * Passes the page's CSP style nonce to libraries that add a style element (a dialog's scroll lock).
 *
 * They read it from `__webpack_nonce__` when they first add one, so this runs before anything is rendered. The
 * server sets a new nonce at each page view; browsers hide the attribute but not the property.
 */
export function passStyleNonce(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  if (meta?.nonce) globalThis.__webpack_nonce__ = meta.nonce
}
