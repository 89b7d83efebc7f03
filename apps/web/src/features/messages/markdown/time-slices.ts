/**
 * Time-slices Markdown parsing: a page of expensive texts is parsed over several frames, and plain until then.
 * Ordinary pages cost less than one slice.
 */
import { startPendingRender } from '../../../ui/pending-renders.ts'
import { MARKUP_COST_MAX } from './markup-cost.ts'

/** The parsing cost of one slice. Rendering costs about as much again, and a frame of 100 ms is noticeable. */
const SLICE_COST_MAX = 2 * MARKUP_COST_MAX
const SLICE_MS = 16

interface Entry {
  readonly cost: number
  readonly onSlice: () => void
}

let spent = 0
let timer: ReturnType<typeof setTimeout> | null = null
const waiting = new Set<Entry>()

/** Whether a text of that cost fits into the current slice; the first one always does. */
export function takeSlice(cost: number): boolean {
  if (spent > 0 && spent + cost > SLICE_COST_MAX) return false
  spent += cost
  timer ??= setTimeout(nextSlice, SLICE_MS)
  return true
}

/** Calls `onSlice` once, when the text may be parsed. The result cancels the request. */
export function waitForSlice({ cost, onSlice }: Entry): () => void {
  const end = startPendingRender()
  const entry = {
    cost,
    onSlice() {
      end()
      onSlice()
    },
  }
  waiting.add(entry)
  timer ??= setTimeout(nextSlice, SLICE_MS)
  return () => {
    end()
    waiting.delete(entry)
  }
}

function nextSlice(): void {
  timer = null
  spent = 0
  for (const entry of waiting) {
    if (!takeSlice(entry.cost)) break
    waiting.delete(entry)
    entry.onSlice()
  }
}
