/** `npm run lighthouse`: the login and the feed as Lighthouse judges them. */
import { ensureDependencies, environmentOf, modernNode, runMain, runProgram } from './bootstrap.mjs'
import { buildWebWhenChanged } from './web-build.mjs'

await runMain(async () => {
  await ensureDependencies('develop')
  const node = modernNode()
  await buildWebWhenChanged(node, environmentOf(node))
  return runProgram('bench/lighthouse.ts', process.argv.slice(2))
})
