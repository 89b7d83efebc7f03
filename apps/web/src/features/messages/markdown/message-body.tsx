import { lazy, memo, startTransition, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { sharedLoad } from '../../../ui/shared-load.ts'
import { isPlain, entitiesOf, splitText } from './entities.ts'
import { EntityChip } from './entity-chip.tsx'
import type { Markdown as MarkdownNow } from './markdown.tsx'
import { costAsMarkdown } from './markup-cost.ts'
import { takeSlice, waitForSlice } from './time-slices.ts'
import { SkippedByTab } from './task-link.tsx'

/** On a stalled connection, plain text is better than nothing. */
const WAIT_MS = 1000

let loaded: typeof MarkdownNow | null = null

/** Warm up the parser: the first texts take much longer than later ones, because the code is compiled then. */
const FIRST_TEXTS = ['a', '- a **b** `c`']

/** Once loaded, texts are rendered synchronously: a lazy component would show them plain first. */
const loadMarkdown = sharedLoad(async () => {
  const { Markdown, readMarkdown } = await import('./markdown.tsx')
  // in separate tasks, so that mounting the rows doesn't become a long task
  for (const text of FIRST_TEXTS) {
    await nextTask()
    readMarkdown(text, new Set())
  }
  await nextTask()
  loaded = Markdown
  return Markdown
})

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

const LazyMarkdown = lazy(async () => ({ default: await loadMarkdown() }))

/** Loads the Markdown chunk before a text needs it, in a task of its own. If it fails to load, texts stay plain. */
export function preloadMarkdown(): void {
  setTimeout(() => loadMarkdown().catch(() => undefined))
}

/**
 * Whether these messages can be rendered in their final form: the chunk, if needed, is loaded or couldn't be in time.
 */
export function useReadable(messages: readonly { readonly content: string }[]): boolean {
  const [isOver, setOver] = useState(loaded !== null)
  const isWaiting = !isOver && messages.some(({ content }) => mayBeMarkdown(content))
  useEffect(() => {
    if (!isWaiting) return
    const finish = () => startTransition(() => setOver(true))
    const timer = setTimeout(finish, WAIT_MS)
    loadMarkdown().then(finish, finish)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return !isWaiting
}

interface TextProps {
  text: string
  /** Whom the message mentions: only they become chips. */
  handles: ReadonlySet<string>
}

interface Props extends TextProps {
  id: string
  isMuted?: boolean
  /** Its links and buttons are tab stops: it isn't in the feed. */
  hasTabStops?: boolean
}

/**
 * The text of a message, which is untrusted: what can't be parsed as Markdown, or costs too much, is shown as typed.
 * In the feed, links and buttons in it are reached by the arrow keys, not by Tab.
 */
export const MessageBody = memo(function MessageBody({
  id,
  text,
  handles,
  isMuted = false,
  hasTabStops = false,
}: Props) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={box}
      id={id}
      dir="auto"
      className={`max-w-measure text-base break-words whitespace-pre-wrap ${isMuted ? 'text-ink-3' : ''}`}
    >
      <ErrorBoundary resetKey={text} fallback={<p>{text}</p>}>
        <SkippedByTab value={!hasTabStops}>
          <Text text={text} handles={handles} box={hasTabStops ? NO_BOX : box} />
        </SkippedByTab>
      </ErrorBoundary>
    </div>
  )
})

const NO_BOX = { current: null }

interface InBoxProps extends TextProps {
  box: RefObject<HTMLDivElement | null>
}

/** Whether a text has markup, and no more than can be read at once. */
export function mayBeMarkdown(text: string): boolean {
  return !isPlain(text) && costAsMarkdown(text) !== null
}

function Text(props: InBoxProps) {
  const { text } = props
  const cost = useMemo(() => (isPlain(text) ? null : costAsMarkdown(text)), [text])
  const plain = <PlainText {...props} />
  if (cost === null) return plain
  return (
    <InTurn cost={cost} until={plain}>
      <Suspense fallback={plain}>
        <MarkdownText {...props} />
      </Suspense>
    </InTurn>
  )
}

/** Renders `until` in place of the children until they have a time slice. */
function InTurn({ cost, until, children }: { cost: number; until: ReactNode; children: ReactNode }) {
  const [hasSlice, setHasSlice] = useState(() => takeSlice(cost))
  useEffect(() => {
    if (!hasSlice) return waitForSlice({ cost, onSlice: () => setHasSlice(true) })
  }, [hasSlice, cost])
  return hasSlice ? children : until
}

function MarkdownText({ text, handles, box }: InBoxProps) {
  useArrowKeysAlone(box)
  // the same component until unmounted: switching would remount the text
  const [Markdown] = useState(() => loaded ?? LazyMarkdown)
  return <Markdown text={text} handles={handles} />
}

function PlainText({ text, handles, box }: InBoxProps) {
  useArrowKeysAlone(box)
  const pieces = useMemo(() => splitText(text, entitiesOf(text, handles)), [text, handles])
  return (
    <p>
      {pieces.map((piece) =>
        piece.kind === 'text' ? (
          piece.text
        ) : (
          <EntityChip key={piece.start} kind={piece.kind} text={piece.text} />
        ),
      )}
    </p>
  )
}

/** Makes Tab skip links and buttons. */
function useArrowKeysAlone(box: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    for (const element of box.current?.querySelectorAll<HTMLElement>('a[href], button') ?? []) {
      element.tabIndex = -1
    }
  })
}
