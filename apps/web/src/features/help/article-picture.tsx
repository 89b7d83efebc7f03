const FILES = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })

const WIDTH = 1024
const HEIGHT = 640
const CLASS = 'h-auto w-full rounded-control border border-line'

interface Props {
  name: string
  alt: string
}

/**
 * A screenshot of the product in the current theme; the other theme's isn't fetched. Renders nothing for an unknown
 * name.
 */
export function ArticlePicture({ name, alt }: Props) {
  const [light, dark] = [FILES[`./pictures/${name}-light.webp`], FILES[`./pictures/${name}-dark.webp`]]
  if (light === undefined || dark === undefined) return null
  const size = { width: WIDTH, height: HEIGHT, loading: 'lazy' } as const
  return (
    <div className="mt-5">
      <img src={light} alt={alt} {...size} className={`${CLASS} dark:hidden`} />
      <img src={dark} alt={alt} {...size} className={`hidden ${CLASS} dark:block`} />
    </div>
  )
}
