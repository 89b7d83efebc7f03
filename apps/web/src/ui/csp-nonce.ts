declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * Hands the page's style nonce to the parts that add a style element of their own (the scroll lock of a dialog).
 *
 * They read it from `__webpack_nonce__` when they first add one, so this runs before anything is rendered. The
 * server writes a new nonce into the page at every view; the browser hides the attribute and keeps the property.
 */
export function passStyleNonce(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
  if (meta?.nonce) globalThis.__webpack_nonce__ = meta.nonce
}
