import { lazy, memo, Suspense, useLayoutEffect, useMemo, useRef } from 'react'
import { isPlain, entitiesOf, splitText } from './entities.ts'
import { EntityChip } from './entity-chip.tsx'

const loadMarkdown = () => import('./markdown.tsx')

const Markdown = lazy(async () => ({ default: (await loadMarkdown()).Markdown }))

/** Loads the Markdown chunk before a text needs it. If it fails to load, texts stay plain. */
export function preloadMarkdown(): void {
  loadMarkdown().catch(() => undefined)
}

interface Props {
  id: string
  text: string
  /** Whom the message mentions: only they become chips. */
  handles: ReadonlySet<string>
  isMuted?: boolean
}

/** The text of a message. Links and buttons in it are reached by the arrow keys, not by Tab. */
export const MessageBody = memo(function MessageBody({ id, text, handles, isMuted = false }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    for (const element of box.current?.querySelectorAll<HTMLElement>('a[href], button') ?? []) {
      element.tabIndex = -1
    }
  })

  const plain = <PlainText text={text} handles={handles} />
  return (
    <div
      ref={box}
      id={id}
      dir="auto"
      className={`max-w-measure text-base break-words whitespace-pre-wrap ${isMuted ? 'text-ink-3' : ''}`}
    >
      {isPlain(text) ? (
        plain
      ) : (
        <Suspense fallback={plain}>
          <Markdown text={text} handles={handles} />
        </Suspense>
      )}
    </div>
  )
})

function PlainText({ text, handles }: { text: string; handles: ReadonlySet<string> }) {
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
