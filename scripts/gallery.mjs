/** `npm run gallery`: every screen in every state, in both sizes and themes, onto the gallery's page. */
import { ensureDependencies, environmentOf, modernNode, runMain, runProgram } from './bootstrap.mjs'
import { buildWebWhenChanged } from './web-build.mjs'

await runMain(async () => {
  await ensureDependencies('develop')
  const node = modernNode()
  await buildWebWhenChanged(node, environmentOf(node))
  return runProgram('tests/gallery/main.ts', process.argv.slice(2))
})
