import { Bird, Leaf } from './bird.tsx'

const STARS = [
  [62, 96, 1.8],
  [118, 214, 1.2],
  [168, 62, 1.3],
  [214, 300, 1.5],
  [262, 142, 1.9],
  [84, 372, 1.3],
  [318, 48, 1.2],
  [330, 352, 1.4],
  [404, 404, 1.2],
  [590, 62, 1.7],
  [618, 250, 1.3],
  [30, 268, 1.5],
] as const

interface SkyProps {
  x: number
  y: number
  radius: number
}

/** The sun; in the dark theme the moon with its maria, and some stars. */
function Sky({ x, y, radius }: SkyProps) {
  return (
    <>
      {STARS.map(([starX, starY, size]) => (
        <circle key={`${starX}-${starY}`} cx={starX} cy={starY} r={size} fill="var(--scene-star)" />
      ))}
      <circle cx={x} cy={y} r={radius * 1.34} fill="var(--scene-glow)" />
      <circle cx={x} cy={y} r={radius} fill="var(--scene-disc)" />
      <g fill="var(--scene-sea)" className="hidden dark:inline">
        <circle cx={x - radius * 0.36} cy={y - radius * 0.3} r={radius * 0.2} />
        <circle cx={x + radius * 0.3} cy={y + radius * 0.16} r={radius * 0.29} />
        <circle cx={x - radius * 0.3} cy={y + radius * 0.46} r={radius * 0.13} />
        <circle cx={x + radius * 0.22} cy={y - radius * 0.52} r={radius * 0.09} />
      </g>
    </>
  )
}

function Branch() {
  return (
    <>
      <path
        d="M470 552C490 470 540 425 650 421"
        fill="none"
        stroke="var(--scene-branch)"
        strokeWidth="13"
        strokeLinecap="round"
      />
      <path
        d="M-20 566C130 530 300 556 440 540S610 515 700 492V534C610 556 560 568 440 582S150 574-20 614Z"
        fill="var(--scene-branch)"
      />
    </>
  )
}

function Leaves() {
  return (
    <>
      <Leaf x={72} y={546} scale={0.9} turn={-62} color="var(--scene-leaf)" />
      <Leaf x={78} y={548} scale={0.66} turn={-14} color="var(--scene-leaf-2)" />
      <Leaf x={590} y={548} scale={0.86} turn={38} color="var(--scene-leaf)" />
      <Leaf x={584} y={548} scale={0.62} turn={84} color="var(--scene-leaf-2)" />
      <Leaf x={541} y={444} scale={0.62} turn={-118} color="var(--scene-leaf)" />
      <Leaf x={124} y={650} scale={1.45} turn={8} color="var(--scene-leaf)" />
      <Leaf x={262} y={690} scale={1.2} turn={-18} color="var(--scene-leaf-2)" />
    </>
  )
}

/** `tall` fills half of a desktop screen, `wide` is the banner over the form on a phone. */
export function LoginScene({ crop, className }: { crop: 'tall' | 'wide'; className?: string }) {
  return (
    <svg
      viewBox={crop === 'tall' ? '0 0 656 800' : '58 344 590 330'}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <rect x="-400" y="-400" width="1456" height="1600" fill="var(--scene-sky)" />
      {crop === 'tall' ? <Sky x={452} y={210} radius={116} /> : <Sky x={420} y={452} radius={76} />}
      <path d="M-20 700C110 650 250 644 390 676S590 700 700 662V840H-20Z" fill="var(--scene-haze)" />
      <path d="M-20 758C150 706 300 728 430 748S600 752 700 728V840H-20Z" fill="var(--scene-hill)" />
      <Leaves />
      <Branch />
      <Bird
        perch={{ x: 196, y: 549 }}
        scale={6}
        color="var(--scene-ink)"
        wing="var(--scene-wing)"
        beak="var(--scene-beak)"
      />
      <Bird perch={{ x: 372, y: 547.5, tilt: -2.5 }} scale={2.75} color="var(--scene-egg)" sleeper />
      <Bird
        perch={{ x: 486, y: 537.5, tilt: -7 }}
        scale={2.5}
        facing="left"
        color="var(--scene-ember)"
        sleeper
      />
      {/* a wider banner would crop its head */}
      <g className={crop === 'wide' ? 'sm:hidden' : undefined}>
        <Bird
          perch={{ x: 616, y: 418, tilt: -6 }}
          scale={2.1}
          facing="left"
          color="var(--scene-spruce)"
          sleeper
        />
      </g>
    </svg>
  )
}
