/** What is wrong with a credential that was refused, as far as its form and our own records tell. */

const EXPIRED =
  'An OAuth token was used that has expired or is unknown here. The program renews it by itself; if not, connect it again.'
export const REVOKED = 'A revoked token was used. Give the client a token that is still listed.'
const UNKNOWN = 'A token was used that is unknown here. Copy it again; the whole of it.'
const GRANT_ENDED = 'What was allowed to the program was revoked or has ended. Connect it again.'
const OTHER_AUDIENCE = 'An OAuth token for another address was used. Connect to the address shown here.'
const SIGN_IN = "A person's sign-in was used, which does not work here. Use a token of the agent."
const NO_TOKEN = 'What was sent is no token of an agent. It begins with fw_agt_.'

/** What a token that this server signed for a program says of itself. */
export interface GrantToken {
  readonly agentId: string
  readonly isForHere: boolean
}

export function explainToken(token: string, grant: GrantToken | undefined): string {
  if (grant !== undefined) return grant.isForHere ? GRANT_ENDED : OTHER_AUDIENCE
  if (token.startsWith('fw_agt_')) return UNKNOWN
  const type = typeOfJwt(token)
  if (type === undefined) return NO_TOKEN
  return type === 'at+jwt' ? EXPIRED : SIGN_IN
}

/** The type in the header of a JSON Web Token, which nobody vouches for; `undefined` for any other text. */
function typeOfJwt(token: string): string | undefined {
  const [header, ...rest] = token.split('.')
  if (header === undefined || rest.length !== 2) return undefined
  try {
    const { typ }: { typ?: unknown } = JSON.parse(Buffer.from(header, 'base64url').toString())
    return typeof typ === 'string' ? typ : ''
  } catch {
    return undefined
  }
}
