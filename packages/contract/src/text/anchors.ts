/** The anchor of a heading: `The agent's token is lost` is at `#the-agent-s-token-is-lost`. */
export function anchorOf(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .join('-')
}
