/** Generated at build time: groups of emoji, each with its character, name and search terms. */
declare module 'virtual:emoji-data' {
  const groups: readonly {
    label: string
    emojis: readonly (readonly [emoji: string, label: string, tags: string])[]
  }[]
  export default groups
}
