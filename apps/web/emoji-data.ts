/** The picker's emoji data, reduced at build time to what it needs: nothing is fetched from third parties. */
import data from 'emojibase-data/en/data.json' with { type: 'json' }
import messages from 'emojibase-data/en/messages.json' with { type: 'json' }
import type { Plugin } from 'vite'

const NAME = 'virtual:emoji-data'
/** From 2022: newer emoji are empty boxes on many devices. */
const NEWEST_VERSION = 15
/** Standalone skin tones and hair. */
const COMPONENTS = 2

/** Provides `virtual:emoji-data`: groups of emoji, each with its character, name and search terms. */
export function emojiData(): Plugin {
  return {
    name: 'flockwork:emoji-data',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(groups())}` : undefined),
  }
}

function groups() {
  return messages.groups
    .filter(({ order }) => order !== COMPONENTS)
    .map(({ order, message }) => ({
      label: message.charAt(0).toUpperCase() + message.slice(1),
      emojis: data
        .filter(({ group, version }) => group === order && version <= NEWEST_VERSION)
        .toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0))
        .map(({ emoji, label, tags }) => [emoji, label, (tags ?? []).join(' ')]),
    }))
}
