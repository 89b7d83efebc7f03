/** What a page of ours may load and do (docs/rules/requests.md#headers): nothing from elsewhere, nothing inline. */
interface Inline {
  /** Hashes of the scripts that stand in the page itself. */
  readonly scriptHashes?: string
  /** The nonce of the styles that stand in it. */
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
