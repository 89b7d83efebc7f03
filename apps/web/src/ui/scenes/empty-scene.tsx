import type { ReactNode } from 'react'
import { Bird, Leaf } from './bird.tsx'

/** `quiet`: one bird. `bare`: an empty branch. `pair`: two birds that talk. `seek`: one that looks for something. */
export type EmptySceneName = 'quiet' | 'bare' | 'pair' | 'seek'

const WHO: Record<EmptySceneName, ReactNode> = {
  quiet: (
    <Bird
      perch={{ x: 92, y: 88.4, tilt: -1 }}
      scale={1.75}
      color="var(--scene-spruce)"
      wing="var(--scene-leaf-2)"
      beak="var(--scene-beak)"
      sleeper
    />
  ),
  bare: <Leaf x={78} y={112} scale={0.34} turn={-24} color="var(--scene-leaf-2)" />,
  pair: (
    <>
      <Bird perch={{ x: 82, y: 88.6 }} scale={1.55} color="var(--scene-egg)" beak="var(--scene-beak)" />
      <Bird
        perch={{ x: 138, y: 86.6, tilt: -4 }}
        scale={1.3}
        facing="left"
        color="var(--scene-ember)"
        beak="var(--scene-beak)"
      />
    </>
  ),
  seek: (
    <Bird
      perch={{ x: 118, y: 87.6, tilt: 9 }}
      scale={1.6}
      facing="left"
      color="var(--scene-ink)"
      wing="var(--scene-wing)"
      beak="var(--scene-beak)"
    />
  ),
}

/** The small illustration of an empty state, 200 by 128. At most one scene on a screen. */
export function EmptyScene({ name }: { name: EmptySceneName }) {
  return (
    <svg viewBox="0 0 200 128" aria-hidden="true" className="h-32 w-50">
      <circle cx="138" cy="44" r="26" fill="var(--scene-disc)" />
      <Leaf x={34} y={87} scale={0.4} turn={-58} color="var(--scene-leaf)" />
      <Leaf x={36} y={88} scale={0.3} turn={-8} color="var(--scene-leaf-2)" />
      <Leaf x={160} y={90} scale={0.36} turn={42} color="var(--scene-leaf)" />
      <path
        d="M10 94C50 82 90 90 124 87S166 82 190 75"
        fill="none"
        stroke="var(--scene-twig)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      {WHO[name]}
    </svg>
  )
}
