import { lazy, memo, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { ErrorBoundary } from '../../../ui/error-boundary.tsx'
import { isPlain, entitiesOf, splitText } from './entities.ts'
import { EntityChip } from './entity-chip.tsx'
import { costAsMarkdown } from './markup-cost.ts'
import { takeTurn, waitForTurn } from './reading-turns.ts'

const loadMarkdown = () => import('./markdown.tsx')

const Markdown = lazy(async () => ({ default: (await loadMarkdown()).Markdown }))

/** Loads the Markdown chunk before a text needs it. If it fails to load, texts stay plain. */
export function preloadMarkdown(): void {
  loadMarkdown().catch(() => undefined)
}

interface TextProps {
  text: string
  /** Whom the message mentions: only they become chips. */
  handles: ReadonlySet<string>
}

interface Props extends TextProps {
  id: string
  isMuted?: boolean
}

/**
 * The text of a message, whoever wrote it: what can't be read as Markdown, or costs too much, is shown as typed. Links
 * and buttons in it are reached by the arrow keys, not by Tab.
 */
export const MessageBody = memo(function MessageBody({ id, text, handles, isMuted = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={box}
      id={id}
      dir="auto"
      className={`max-w-measure text-base break-words whitespace-pre-wrap ${isMuted ? 'text-ink-3' : ''}`}
    >
      <ErrorBoundary resetKey={text} fallback={<p>{text}</p>}>
        <Text text={text} handles={handles} box={box} />
      </ErrorBoundary>
    </div>
  )
})

interface InBoxProps extends TextProps {
  box: RefObject<HTMLDivElement | null>
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

/** Shows something else until there is time for the children. */
function InTurn({ cost, until, children }: { cost: number; until: ReactNode; children: ReactNode }) {
  const [hasTurn, setTurn] = useState(() => takeTurn(cost))
  useEffect(() => {
    if (!hasTurn) return waitForTurn({ cost, onTurn: () => setTurn(true) })
  }, [hasTurn, cost])
  return hasTurn ? children : until
}

function MarkdownText({ text, handles, box }: InBoxProps) {
  useArrowKeysAlone(box)
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

/** Tab passes links and buttons by. */
function useArrowKeysAlone(box: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    for (const element of box.current?.querySelectorAll<HTMLElement>('a[href], button') ?? []) {
      element.tabIndex = -1
    }
  })
}
