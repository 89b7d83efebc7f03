import { FlaskConical } from 'lucide-react'
import { demo as words } from '../../strings/demo.ts'
import { Button } from '../../ui/button.tsx'

/** The strip above a demo, with a button that ends it. */
export function DemoBanner({ onClear }: { onClear: () => void }) {
  function clear() {
    // the button unmounts with the banner, and would take the focus with it
    document.getElementById('content')?.focus()
    onClear()
  }

  return (
    <section
      aria-label={words.banner}
      className="flex shrink-0 items-center gap-x-3 bg-straw-soft px-4 py-1.5 md:px-6"
    >
      <FlaskConical size={16} aria-hidden="true" className="text-straw" />
      <p className="min-w-0 flex-1 text-sm">
        <span className="font-semibold">{words.banner}.</span> {words.bannerText}
      </p>
      <Button size="chip" onClick={clear}>
        {words.clear}
      </Button>
    </section>
  )
}
