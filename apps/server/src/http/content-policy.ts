/** The Content-Security-Policy of our pages (docs/rules/requests.md#headers): nothing inline or of other origins. */
interface Inline {
  /** Hashes of the page's inline scripts. */
  readonly scriptHashes?: string
  /** The nonce of its inline styles. */
  readonly styleNonce?: string
}

/** The value of the Content-Security-Policy header. */
export function contentPolicy({ scriptHashes = '', styleNonce }: Inline = {}): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes}`.trim(),
    `style-src 'self'${styleNonce === undefined ? '' : ` 'nonce-${styleNonce}'`}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')
}
