/** `npm run help-pictures`: the pictures of the help's articles, in both themes, from the real product. */
import { ensureDependencies, environmentOf, modernNode, runMain, runProgram } from './bootstrap.mjs'
import { buildWebWhenChanged } from './web-build.mjs'

await runMain(async () => {
  await ensureDependencies('develop')
  const node = modernNode()
  await buildWebWhenChanged(node, environmentOf(node))
  return runProgram('tests/gallery/help-pictures.ts', process.argv.slice(2))
})
