/** `/path` and nothing that a browser reads as another site's address. */
export function isOwnPath(path: string): boolean {
  const isRooted = path.startsWith('/') && path[1] !== '/'
  // browsers read a backslash as a slash, and leave out tabs and line breaks
  return isRooted && !/[\\\s]/.test(path)
}
