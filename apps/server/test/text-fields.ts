/** The fields of the contract's writes that take any text. */
import type { RouteSpec, Schema } from '@flockwork/contract/route'
import { everyRoute, nameOf } from './contract-routes.ts'

/** As much of a schema's definition as leads to its texts. */
interface Definition {
  readonly type: string
  readonly shape?: Record<string, Node>
  readonly element?: Node
  readonly innerType?: Node
  readonly in?: Node
  readonly out?: Node
  readonly left?: Node
  readonly right?: Node
  readonly valueType?: Node
  readonly options?: readonly Node[]
  readonly getter?: () => Node
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly pattern?: RegExp } } }[]
}

interface Node {
  readonly _zod: { readonly def: Definition }
}

/** Of ids and times: no text fits in. */
const FIXED = /^\^\(?\??:?\[0-9a-fA-F\]\{8\}|^\^\[0-9a-f\]\{8\}/

/** `POST /auth/messages body.content` of every write, for each field that takes a text. */
export async function textFields(): Promise<string[]> {
  const fields = (await everyRoute()).flatMap((route) =>
    textFieldsOf(route).map((field) => `${nameOf(route)} ${field}`),
  )
  return [...new Set(fields)]
}

function textFieldsOf(route: RouteSpec): string[] {
  if ((route.method === 'GET' && route.isWrite !== true) || route.isRead === true) return []
  return (['query', 'body'] as const).flatMap((part) => {
    const schema = route[part]
    return schema === undefined ? [] : fieldsOf(nodeOf(schema), part)
  })
}

// zod's own schemas, of which the contract's type shows less
const nodeOf = (schema: Schema): Node => schema as unknown as Node

function fieldsOf({ _zod: { def } }: Node, path: string): string[] {
  switch (def.type) {
    case 'string':
      return def.checks?.some((check) => FIXED.test(check._zod.def.pattern?.source ?? '')) === true
        ? []
        : [path]
    case 'any':
    case 'unknown':
      return [path]
    case 'object':
      return Object.entries(def.shape ?? {}).flatMap(([name, field]) => fieldsOf(field, `${path}.${name}`))
    case 'array':
      return def.element === undefined ? [] : fieldsOf(def.element, `${path}[]`)
    case 'union':
      return (def.options ?? []).flatMap((option) => fieldsOf(option, path))
    default: {
      const inner = [def.innerType, def.in, def.out, def.left, def.right, def.valueType, def.getter?.()]
      return inner.flatMap((node) => (node === undefined ? [] : fieldsOf(node, path)))
    }
  }
}
