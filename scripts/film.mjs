/** `npm run film`: the README's animation, from the real product. */
import { ensureDependencies, environmentOf, modernNode, runMain, runProgram } from './bootstrap.mjs'
import { buildWebWhenChanged } from './web-build.mjs'

await runMain(async () => {
  await ensureDependencies('develop')
  const node = modernNode()
  await buildWebWhenChanged(node, environmentOf(node))
  return runProgram('tests/film/main.ts', process.argv.slice(2))
})
