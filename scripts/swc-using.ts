/**
 * Teaches `@swc/core`'s visitor, with which dependency-cruiser reads our files, the `using` declaration: the
 * parser knows it, the visitor throws. To be imported before anything is cruised; obsolete once
 * `scripts/boundaries.test.ts` passes without it.
 */
import { createRequire } from 'node:module'

interface Visitor {
  visitStatement: (statement: { type: string; decls?: unknown }) => unknown
  visitVariableDeclarators: (declarators: unknown) => unknown
}

const { Visitor } = createRequire(import.meta.url)('@swc/core/Visitor.js') as {
  Visitor: { prototype: Visitor }
}
const visitKnown = Visitor.prototype.visitStatement

Visitor.prototype.visitStatement = function visitStatement(this: Visitor, statement) {
  if (statement.type !== 'UsingDeclaration') return visitKnown.call(this, statement)
  this.visitVariableDeclarators(statement.decls)
  return statement
}
