/** Made at build time: groups of emoji, each as its sign, its name and its search words. */
declare module 'virtual:emoji-data' {
  const groups: readonly {
    label: string
    emojis: readonly (readonly [emoji: string, label: string, tags: string])[]
  }[]
  export default groups
}
