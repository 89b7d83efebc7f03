type Fetch = typeof fetch

/**
 * The same `fetch`, of which reads begin one per task: starting one takes a millisecond or more, and a page that opens
 * starts twenty at once. Writes begin at once, because the page may be about to close.
 *
 * @param nextTask calls back in a later task, soon also when the page is hidden
 */
export function readsInTurn(send: Fetch, nextTask: (act: () => void) => void): Fetch {
  const waiting: (() => void)[] = []
  let isTurnTaken = false

  function nextTurn(): void {
    const begin = waiting.shift()
    isTurnTaken = begin !== undefined
    if (begin === undefined) return
    nextTask(nextTurn)
    begin()
  }

  return (input, init) => {
    if ((init?.method ?? 'GET') !== 'GET') return send(input, init)
    const answer = new Promise<Response>((resolve) => {
      waiting.push(() => resolve(send(input, init)))
    })
    if (!isTurnTaken) nextTurn()
    return answer
  }
}
