import type { Emblem } from './emblems.ts'

const SHAPES: Record<Emblem['shape'], string> = {
  ring: 'M20 3.5a16.5 16.5 0 1 1 0 33 16.5 16.5 0 0 1 0-33Z',
  shield:
    'M20 3.5c4.2 2.6 8.8 3.9 14 4v11.2c0 8-5.2 14-14 17.8-8.8-3.8-14-9.8-14-17.8V7.5c5.2-.1 9.8-1.4 14-4Z',
  hexagon: 'M20 3.5 34.3 11.75v16.5L20 36.5 5.7 28.25v-16.5Z',
  leaf: 'M5.5 5.5h16c8.3 0 13 4.7 13 13v16h-16c-8.3 0-13-4.7-13-13Z',
}

/** Below the number, within the shape. */
const MARKS: Record<Exclude<Emblem['mark'], 'none'>, string> = {
  dot: 'M20 28.4a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  star: 'm20 27.4.8 1.9 2 .2-1.5 1.3.4 2-1.7-1-1.7 1 .4-2-1.5-1.3 2-.2Z',
  twig: 'M15.6 30.3c2.8-1 6-1 8.8 0M20.4 29.5c.4-1.4 1.4-2.2 2.9-2.4',
}

const INNER_LINE = 'translate(20 20) scale(.8) translate(-20 -20)'
const ABOVE_INNER_LINE = 'translate(0 -1.5)'

/** The shape with its line and mark, in the current text colour. */
export function EmblemDrawing({ shape, line, mark }: Emblem) {
  const path = SHAPES[shape]
  return (
    <>
      <path
        d={path}
        {...(line === 'dashed' && { strokeDasharray: '4.2 3' })}
        {...(line === 'filled' && { fill: 'currentColor', fillOpacity: 0.16 })}
      />
      {line === 'double' && <path d={path} strokeWidth="1.4" transform={INNER_LINE} />}
      {mark !== 'none' && (
        <path
          d={MARKS[mark]}
          strokeWidth="1.3"
          strokeLinecap="round"
          fill={mark === 'twig' ? 'none' : 'currentColor'}
          {...(line === 'double' && { transform: ABOVE_INNER_LINE })}
        />
      )}
    </>
  )
}
