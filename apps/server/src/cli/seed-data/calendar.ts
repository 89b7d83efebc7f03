/** When the messages of a seeded space were written: mostly by day, on working days. */
const HOUR_MS = 60 * 60 * 1000

function liveliness(at: Date): number {
  const hour = at.getUTCHours()
  const isWeekend = at.getUTCDay() % 6 === 0
  const byDay = hour >= 7 && hour < 19 ? 1 : 0.12
  return isWeekend ? byDay * 0.15 : byDay
}

/** The time of the message at `share` (0 to 1) of all, between two times; monotonic in `share`. */
export function createCalendar(from: number, to: number): (share: number) => number {
  const hours = Math.max(1, Math.ceil((to - from) / HOUR_MS))
  const ends: number[] = []
  let sum = 0
  for (let hour = 0; hour < hours; hour++) {
    sum += liveliness(new Date(from + hour * HOUR_MS))
    ends.push(sum)
  }
  return (share) => {
    const wanted = share * sum
    let low = 0
    let high = hours - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    const begun = low === 0 ? 0 : (ends[low - 1] ?? 0)
    const part = (wanted - begun) / ((ends[low] ?? 1) - begun)
    return Math.min(to, Math.floor(from + (low + part) * HOUR_MS))
  }
}
