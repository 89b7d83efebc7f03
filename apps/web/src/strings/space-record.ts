/** Strings of a space's record; loaded with its settings. */
export const spaceRecord = {
  title: 'Record',
  text: 'One file with every message, earlier text, reaction, task and member of this space. It proves that nothing in it was changed.',
  check: 'Check it anywhere, without a server:',
  help: 'Carrying a space elsewhere',
  download: 'Download record',
  preparing: 'Preparing…',
  started: 'The download has begun.',
  key: 'Signed with key',
  failed: 'The download could not begin.',
}
