import type { ImportReport } from '@flockwork/contract/imports'
import { bringTeam as words } from '../../strings/bring-team.ts'
import { fullDay } from '../../ui/format-time.ts'

/** The result of the dry run, in plain words. */
export function BringReport({ report }: { report: ImportReport }) {
  const { left_out: out, changed } = report
  const renamed = report.channels.filter(({ name, original }) => name !== original).length
  const comes =
    report.messages === 0
      ? [words.nothing]
      : lines(
          [report.messages, words.messages(report.messages, report.threads)],
          [report.channels.length, words.channels(report.channels.length)],
          [report.people + report.bots, words.people(report.people, report.bots)],
          [report.reactions, words.reactions(report.reactions)],
          [1, words.written(dayOf(report.first_at), dayOf(report.last_at))],
        )
  const other = out.empty + out.too_deep + out.unreadable
  return (
    <div className="flex flex-col gap-4">
      <Facts title={words.willCome} lines={comes} />
      <Facts
        title={words.willChange}
        lines={lines(
          [renamed, words.renamed(renamed)],
          [report.unknown_people, words.unknownPeople(report.unknown_people)],
          [changed.split, words.split(changed.split)],
          [changed.cut, words.cut(changed.cut)],
          [changed.masked, words.masked(changed.masked)],
        )}
      />
      <Facts
        title={words.wontCome}
        lines={lines(
          [out.private_channels, words.privateChannels(out.private_channels)],
          [out.direct_conversations, words.directConversations(out.direct_conversations)],
          [out.files, words.files(out.files)],
          [out.custom_emoji, words.customEmoji(out.custom_emoji)],
          [out.reactions, words.lostReactions(out.reactions)],
          [out.notices, words.notices(out.notices)],
          [other, words.other(other)],
        )}
      />
    </div>
  )
}

/** Only the counts that aren't 0. */
function lines(...all: readonly (readonly [number, string])[]): string[] {
  return all.filter(([count]) => count > 0).map(([, line]) => line)
}

function dayOf(time: string | null): string {
  return time === null ? '' : fullDay(new Date(time))
}

function Facts({ title, lines: facts }: { title: string; lines: readonly string[] }) {
  if (facts.length === 0) return null
  return (
    <section>
      <h3 className="pb-1 text-sm font-medium text-ink">{title}</h3>
      <ul className="flex flex-col gap-1 text-sm text-ink-2">
        {facts.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}
