/**
 * Time-slices Markdown parsing: a page of expensive texts is parsed over several frames, and plain until then.
 * Ordinary pages cost less than one turn.
 */
import { settling } from '../../../ui/settling.ts'
import { MARKUP_COST_MAX } from './markup-cost.ts'

/** The parsing cost of one turn. Rendering costs about as much again, and a frame of 100 ms is noticeable. */
const TURN_COST_MAX = 2 * MARKUP_COST_MAX
const TURN_MS = 16

interface Turn {
  readonly cost: number
  readonly onTurn: () => void
}

let spent = 0
let timer: ReturnType<typeof setTimeout> | null = null
const waiting = new Set<Turn>()

/** Whether a text of that cost may be read at once; the first always. */
export function takeTurn(cost: number): boolean {
  if (spent > 0 && spent + cost > TURN_COST_MAX) return false
  spent += cost
  timer ??= setTimeout(nextTurn, TURN_MS)
  return true
}

/** Calls `onTurn` when the text may be parsed. The result cancels the request. */
export function waitForTurn({ cost, onTurn }: Turn): () => void {
  const end = settling()
  const turn = {
    cost,
    onTurn() {
      end()
      onTurn()
    },
  }
  waiting.add(turn)
  timer ??= setTimeout(nextTurn, TURN_MS)
  return () => {
    end()
    waiting.delete(turn)
  }
}

function nextTurn(): void {
  timer = null
  spent = 0
  for (const turn of waiting) {
    if (!takeTurn(turn.cost)) break
    waiting.delete(turn)
    turn.onTurn()
  }
}
