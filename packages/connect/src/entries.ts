/** What an entry of a client's file says, whichever client's it is. */
import { isTable, type Value } from './document.ts'

/** The address that it leads to, of the instance; undefined for one that leads to another server. */
export function addressIn(entry: Value | undefined, instance: string): string | undefined {
  return textsIn(entry).find((text) => text === `${instance}/mcp` || text.startsWith(`${instance}/mcp/`))
}

/** The token that it sends, if it sends one. */
export function tokenIn(entry: Value | undefined): string | undefined {
  const bearer = 'Bearer '
  return textsIn(entry)
    .find((text) => text.startsWith(bearer))
    ?.slice(bearer.length)
}

/** The agent that an address of an instance names. */
export function agentIn(address: string): string | undefined {
  const [, agent] = /\/mcp\/agents\/([^/]+)$/.exec(address) ?? []
  return agent
}

/** Where an entry leads, for a person to recognise it. */
export function describe(entry: Value): string {
  const texts = textsIn(entry)
  return texts.find((text) => /^https?:/.test(text)) ?? texts.join(' ')
}

function textsIn(value: Value | undefined): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((one: Value) => textsIn(one))
  return isTable(value) ? Object.values(value).flatMap((one) => textsIn(one)) : []
}
