/** The same server's address with another database. */
export function urlOf(url: string, database: string): string {
  // a socket's address has no host, which the URL class refuses
  return url.replace(/^(postgres(?:ql)?:\/\/[^/]*)\/[^?]*/, `$1/${database}`)
}
