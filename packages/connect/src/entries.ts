/** Reads entries of any client's file. */
import { isTable, type Value } from './document.ts'

/** Its URL on the instance; undefined for an entry of another server. */
export function addressIn(entry: Value | undefined, instance: string): string | undefined {
  return textsIn(entry).find((text) => text === `${instance}/mcp` || text.startsWith(`${instance}/mcp/`))
}

/** Its token, if it has one. */
export function tokenIn(entry: Value | undefined): string | undefined {
  const bearer = 'Bearer '
  return textsIn(entry)
    .find((text) => text.startsWith(bearer))
    ?.slice(bearer.length)
}

/** The agent named in a URL of the instance. */
export function agentIn(address: string): string | undefined {
  const [, agent] = /\/mcp\/agents\/([^/]+)$/.exec(address) ?? []
  return agent
}

/** Describes an entry, for a person to recognise it. */
export function describe(entry: Value): string {
  const texts = textsIn(entry)
  return texts.find((text) => /^https?:/.test(text)) ?? texts.join(' ')
}

function textsIn(value: Value | undefined): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((one: Value) => textsIn(one))
  return isTable(value) ? Object.values(value).flatMap((one) => textsIn(one)) : []
}
