/**
 * The first date or number that a page formats loads the browser's tables for it, which takes as long as mounting a few
 * messages. The tables belong to the process: a worker loads them while the page loads the rest.
 */
export function warmUpDates(): void {
  const worker = new Worker(new URL('./dates-worker.ts', import.meta.url), { type: 'module' })
  // without it the first date is slower
  worker.addEventListener('error', (event) => event.preventDefault())
}
