import { FlaskConical } from 'lucide-react'
import { demo as words } from '../../strings/demo.ts'
import { Button } from '../../ui/button.tsx'

/** The banner above a demo, with a button that ends it. */
export function DemoBanner({ onClear }: { onClear: () => void }) {
  function clear() {
    // the button goes with the banner, and the focus would go with it
    document.getElementById('content')?.focus()
    onClear()
  }

  return (
    <section
      aria-label={words.banner}
      className="mx-3 mt-3 flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-panel bg-egg-soft px-3 py-2.5 md:mx-6 md:mt-4 md:px-4"
    >
      <FlaskConical size={18} aria-hidden="true" className="shrink-0 text-egg" />
      <p className="min-w-0 flex-1 basis-44 text-sm text-ink">
        <span className="font-semibold">{words.banner}.</span> {words.bannerText}
      </p>
      <Button size="sm" onClick={clear}>
        {words.clear}
      </Button>
    </section>
  )
}
