/** The gallery's two pages: the committed contact sheets, and the full pictures, which aren't committed. Pure. */
import type { Picture } from './camera.ts'
import type { Screen } from './screen.ts'

type Described = Omit<Picture, 'png'>

export interface Taken {
  readonly screen: Screen
  readonly states: readonly { readonly name: string; readonly pictures: readonly Described[] }[]
}

export function pictureName(screen: string, state: string, { size, theme }: Described): string {
  return `${screen}--${state.toLowerCase().replaceAll(/\W+/g, '-')}--${size}-${theme}.webp`
}

/** In Markdown, as code hosts render it. */
export function pageOfSheets(screens: readonly Screen[]): string {
  const states = screens.reduce((sum, screen) => sum + screen.states.length, 0)
  const sections = screens.map(
    ({ name, title, states: own }) =>
      `## ${title}\n\n${own.map((state) => state.name).join(', ')}\n\n![${title}: a row for each state](${name}.webp)`,
  )
  return `# Gallery

Every screen of the app, in ${states} states: on a desk and on a phone, light and dark. \`npm run gallery\` takes the pictures from the real product at a fixed hour, and puts the whole ones into the folder \`whole\` beside this page, with a page to look through. A test compares the list of screens with the app's routes.

${sections.join('\n\n')}
`
}

export function pageOfWholePictures(taken: readonly Taken[]): string {
  const sections = taken.map(
    ({ screen, states }) =>
      `<section id="${screen.name}"><h2>${screen.title}</h2>${states
        .map(
          (state) =>
            `<h3>${state.name}</h3><div>${state.pictures
              .map((picture) => {
                const file = pictureName(screen.name, state.name, picture)
                const { width, height, size, theme } = picture
                return `<a href="${file}" class="${size} ${theme}"><img loading="lazy" src="${file}" width="${width}" height="${height}" alt="${screen.title}, ${state.name}, ${size}, ${theme}"></a>`
              })
              .join('')}</div>`,
        )
        .join('')}</section>`,
  )
  const links = taken.map(({ screen }) => `<a href="#${screen.name}">${screen.title}</a>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery</title>
<style>
body{font:15px/1.5 system-ui,sans-serif;margin:24px;background:#8b8e84;color:#fff}
nav{display:flex;flex-wrap:wrap;gap:4px 16px}a{color:inherit}h3{margin:24px 0 8px}
div{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start}img{height:400px;width:auto;display:block}
</style>
<h1>Gallery</h1><nav>${links.join('')}</nav>${sections.join('')}</html>
`
}
