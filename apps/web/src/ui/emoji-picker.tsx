/** The only file that imports the emoji picker library. Load it lazily: the emoji data is in its chunk. */
import {
  EmojiPicker as Picker,
  type EmojiData,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
} from 'frimousse'
import groups from 'virtual:emoji-data'
import { strings } from '../strings.ts'
import { cx } from './cx.ts'

const words = strings.ui.emoji
const COLUMNS = 8

interface Props {
  onChoose: (emoji: string) => void
}

/** All emoji with a search, from our own data. Arrow keys move, Enter selects. */
export function EmojiPicker({ onChoose }: Props) {
  return (
    <Picker.Root
      columns={COLUMNS}
      resolveEmojiData={emojiData}
      onEmojiSelect={({ emoji }) => onChoose(emoji)}
      // the page's fonts instead of the library's
      className="flex h-80 w-full flex-col [--frimousse-emoji-font:initial]!"
    >
      <Picker.Search
        data-initial-focus
        aria-label={words.search}
        placeholder={words.search}
        className="h-9 w-full rounded-control border border-line-strong bg-paper px-3 text-[1rem] text-ink md:text-base"
      />
      <Picker.Viewport tabIndex={0} className="relative mt-2 min-h-0 flex-1 overflow-x-hidden outline-none">
        <Picker.Loading className="absolute inset-0 grid place-items-center text-sm text-ink-3">
          {words.loading}
        </Picker.Loading>
        <Picker.Empty className="absolute inset-0 grid place-items-center text-sm text-ink-3">
          {words.none}
        </Picker.Empty>
        <Picker.List className="pb-1 select-none" components={PARTS} />
      </Picker.Viewport>
    </Picker.Root>
  )
}

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  return (
    <div {...props} className="bg-raised px-1 pt-2 pb-1 text-xs font-medium text-ink-3">
      {category.label}
    </div>
  )
}

function Row(props: EmojiPickerListRowProps) {
  return <div {...props} aria-rowindex={countedFromOne(props['aria-rowindex'])} className="flex w-full" />
}

function Emoji({ emoji, ...props }: EmojiPickerListEmojiProps) {
  return (
    <button
      {...props}
      role="gridcell"
      aria-colindex={countedFromOne(props['aria-colindex'])}
      type="button"
      className={cx(
        'flex h-9 flex-1 items-center justify-center rounded-chip text-[20px] leading-none touch:h-10',
        emoji.isActive && 'bg-sunken dark:bg-line',
      )}
    >
      {emoji.emoji}
    </button>
  )
}

const PARTS = { CategoryHeader, Row, Emoji }

/** The library counts from zero, ARIA from one. */
const countedFromOne = (index: number | undefined) => (index === undefined ? undefined : index + 1)

const emojiData = (): EmojiData => DATA

const DATA: EmojiData = {
  locale: 'en',
  emojis: groups.flatMap(({ emojis }, category) =>
    emojis.map(([emoji, label, tags]) => ({ emoji, label, category, version: 1, tags: tags.split(' ') })),
  ),
  categories: groups.map(({ label }, index) => ({ index, label })),
  skinTones: { light: '', 'medium-light': '', medium: '', 'medium-dark': '', dark: '' },
}
