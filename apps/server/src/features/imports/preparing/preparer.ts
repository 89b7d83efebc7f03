/**
 * Shared by all readers of exports: receives the messages in chronological order, splits those that are too long, masks
 * secrets, counts for the dry run, and writes the lines of the prepared file.
 */
import { IMPORT_MESSAGES_MAX, IMPORT_PEOPLE_MAX, REACTION_KINDS_MAX } from '@flockwork/contract/limits'
import { newReport, type ImportReport } from '@flockwork/contract/imports'
import { DELETED_TEXT, messageProblem, normaliseMessage } from '@flockwork/contract/text/message-text'
import { BadArchive } from '../archives/bounds.ts'
import type { PersonToImport } from '../people.ts'
import { splitText } from './split-text.ts'
import { mentionedIn, type PreparedChannel, type PreparedMessage, type PreparedPlace } from './prepared.ts'

/** A message from a reader. */
export interface Draft {
  /** The same in every export of the workspace. */
  readonly key: string
  /** The author's id in the other product. */
  readonly author: string
  /** The channel's id in the other product. */
  readonly channel: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** As Markdown; empty for a message without text. */
  readonly text: string
  /** The key of the first message of its thread. */
  readonly root?: string | undefined
  /** Whether it has replies, so that it must not be left out. */
  readonly isRoot?: boolean
  readonly edited?: { readonly at: number; readonly by: string } | undefined
  readonly versions?: readonly { readonly text: string; readonly by: string; readonly at: number }[]
  /** The reacting account and the emoji; undefined for a custom emoji. */
  readonly reactions?: readonly { readonly by: string; readonly emoji: string | undefined }[]
  readonly isDeleted?: boolean
}

export interface PreparerDeps {
  readonly write: (line: string) => Promise<void>
  /** Masks what the guardrails refuse. */
  readonly mask: (text: string) => Promise<string>
  readonly now: number
}

export interface Place {
  readonly source: PreparedPlace['source']
  readonly placeId: string
  /** By their ids in the other product. */
  readonly people: ReadonlyMap<string, PersonToImport>
  readonly channels: readonly (PreparedChannel & { readonly id: string })[]
}

export interface Preparer {
  add(draft: Draft): Promise<void>
  /** Counts what is left out. */
  leaveOut(what: keyof ImportReport['left_out'], count?: number): void
  finish(): { readonly place: PreparedPlace; readonly report: ImportReport }
}

const NO_TEXT = '(no text)'

/** @param nameOf names an author that the export doesn't list */
export function createPreparer(
  { write, mask, now }: PreparerDeps,
  place: Place,
  nameOf: (sourceId: string) => Pick<PersonToImport, 'handle' | 'displayName' | 'kind'>,
): Preparer {
  const report = newReport(place.source)
  const channels = new Map(place.channels.map(({ id, ...channel }) => [id, { ...channel, messages: 0 }]))
  const used = new Map<string, PersonToImport>()
  const unknown = new Set<string>()
  const keys = new Set<string>()
  const answered = new Set<string>()

  /** Whether the export lists them; authors are created even if not. */
  const use = (sourceId: string, isAuthor: boolean): boolean => {
    if (used.has(sourceId)) return true
    const known = place.people.get(sourceId)
    if (known === undefined && !isAuthor) return false
    if (known === undefined) unknown.add(sourceId)
    used.set(sourceId, known ?? { sourceId, ...nameOf(sourceId) })
    if (used.size > IMPORT_PEOPLE_MAX) {
      throw new BadArchive(`At most ${IMPORT_PEOPLE_MAX.toLocaleString('en')} people can be brought at once.`)
    }
    return true
  }

  const masked = async (text: string): Promise<string> => {
    const result = await mask(text)
    if (result !== text) report.changed.masked += 1
    return result
  }

  const reactionsOf = ({ reactions = [] }: Draft): [string, string][] => {
    const brought: [string, string][] = []
    const kinds = new Set<string>()
    for (const { by, emoji } of reactions) {
      if (emoji === undefined) report.left_out.custom_emoji += 1
      else if (!use(by, false) || (!kinds.has(emoji) && kinds.size === REACTION_KINDS_MAX)) {
        report.left_out.reactions += 1
      } else {
        kinds.add(emoji)
        brought.push([by, emoji])
      }
    }
    report.reactions += brought.length
    return brought
  }

  return {
    async add(draft) {
      const channel = channels.get(draft.channel)
      if (channel === undefined) throw new Error(`There is no channel ${draft.channel}`)
      if (keys.has(draft.key)) return
      const text = normaliseMessage(draft.isDeleted === true ? DELETED_TEXT : draft.text)
      const problem = messageProblem(text)?.code
      if (problem === 'empty' && draft.isRoot !== true) return void (report.left_out.empty += 1)
      if (problem === 'too_deep') return void (report.left_out.too_deep += 1)

      use(draft.author, true)
      const { pieces, isCut } = splitText(await masked(problem === 'empty' ? NO_TEXT : text))
      if (pieces.length > 1) report.changed.split += 1
      if (isCut) report.changed.cut += 1
      const root = draft.root !== undefined && keys.has(draft.root) ? draft.root : undefined
      const at = Math.min(draft.at, now)
      for (const [index, piece] of pieces.entries()) {
        const isFirst = index === 0
        if (report.messages === IMPORT_MESSAGES_MAX) {
          throw new BadArchive(
            `At most ${IMPORT_MESSAGES_MAX.toLocaleString('en')} messages can be brought at once.`,
          )
        }
        // only people that the export lists
        for (const sourceId of mentionedIn(piece)) use(sourceId, false)
        const edit = isFirst ? draft.edited : undefined
        const editor = edit !== undefined && use(edit.by, false) ? edit.by : draft.author
        const versions: [string, string, number][] = []
        for (const version of isFirst ? (draft.versions ?? []) : []) {
          const [earlier = ''] = splitText(await masked(normaliseMessage(version.text))).pieces
          versions.push([
            earlier,
            use(version.by, false) ? version.by : draft.author,
            Math.min(version.at, now),
          ])
        }
        const reactions = isFirst ? reactionsOf(draft) : []
        const message: PreparedMessage = {
          k: isFirst ? draft.key : `${draft.key}/${index + 1}`,
          a: draft.author,
          c: channel.name,
          t: at,
          x: piece,
          ...(root !== undefined && { r: root }),
          ...(edit !== undefined && { e: [Math.min(edit.at, now), editor] as const }),
          ...(versions.length > 0 && { v: versions }),
          ...(reactions.length > 0 && { re: reactions }),
          ...(draft.isDeleted === true && { d: true as const }),
        }
        await write(JSON.stringify(message))
        report.messages += 1
        channel.messages += 1
        if (edit !== undefined) report.edits += 1
      }
      keys.add(draft.key)
      if (root !== undefined) {
        report.replies += pieces.length
        answered.add(root)
      }
      report.first_at ??= new Date(at).toISOString()
      report.last_at = new Date(at).toISOString()
    },
    leaveOut(what, count = 1) {
      report.left_out[what] += count
    },
    finish() {
      const people = [...used.values()]
      report.people = people.filter(({ kind }) => kind === 'user').length
      report.bots = people.length - report.people
      report.unknown_people = unknown.size
      report.threads = answered.size
      const shown = [...channels.values()]
      report.channels = shown.map(({ name, original, isArchived, messages }) => ({
        name,
        original,
        archived: isArchived,
        messages,
      }))
      return {
        place: {
          source: place.source,
          placeId: place.placeId,
          people,
          channels: shown.map(({ name, original, isArchived }) => ({ name, original, isArchived })),
        },
        report,
      }
    },
  }
}
