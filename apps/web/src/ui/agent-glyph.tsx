import type { ReactNode } from 'react'
import { stableHash } from './avatar-hue.ts'

/** Ten small glyphs, so that agents of the same colour differ at a glance. The view box is 16 by 16. */
const GLYPHS: ReactNode[] = [
  <path key="roof" d="m3.2 8.4 4.8-4.6 4.8 4.6M5.8 12.2h4.4" />,
  <path key="lines" d="M3.6 4.8h8.8M3.6 8h8.8M3.6 11.2h5.2" />,
  <path key="star" d="M8 3v10M3.7 5.5l8.6 5M12.3 5.5l-8.6 5" />,
  <path key="ring" d="M8 3.4a4.6 4.6 0 1 0 4.6 4.6M8 8h4.8" />,
  <path key="wave" d="M2.8 6.4c1.7-2 3.5-2 5.2 0s3.5 2 5.2 0M2.8 10.8c1.7-2 3.5-2 5.2 0s3.5 2 5.2 0" />,
  <path key="diamond" d="m8 3 5 5-5 5-5-5Z" />,
  <path key="steps" d="M3 12.4h3.4V8.8h3.4V5.2H13" />,
  <path key="brackets" d="M5.6 4.2 2.6 8l3 3.8M10.4 4.2l3 3.8-3 3.8" />,
  <path key="leaf" d="M3.6 12.4C3.2 6.6 6.6 3.4 12.6 3.4c.3 6-3 9.4-9 9ZM3.6 12.4 9 7" />,
  <path key="grid" d="M4.4 4.4h0M11.6 4.4h0M4.4 11.6h0M11.6 11.6h0M8 8h0" strokeWidth="2.6" />,
]

/** An agent's glyph, derived from its name. */
export function AgentGlyph({ name }: { name: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="size-[56%]"
    >
      {GLYPHS[stableHash(name.toLowerCase()) % GLYPHS.length]}
    </svg>
  )
}
