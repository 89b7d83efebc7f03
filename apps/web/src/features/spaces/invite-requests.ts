/** A window event for "Invite people", because rooms below the shell offer it. */
const INVITE_PEOPLE = 'flockwork:invite-people'

export function requestInvite(): void {
  dispatchEvent(new CustomEvent(INVITE_PEOPLE))
}

/** @returns a function that unsubscribes */
export function onInviteRequest(listener: () => void): () => void {
  addEventListener(INVITE_PEOPLE, listener)
  return () => removeEventListener(INVITE_PEOPLE, listener)
}
