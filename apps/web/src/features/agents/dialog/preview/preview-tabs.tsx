import { LockKeyhole, LockKeyholeOpen } from 'lucide-react'
import { preview as words } from '../../../../strings/agent-dialog.ts'
import { ACHIEVED, CAPABILITIES, isUnlocked, OVERVIEW, TRUST, TRUST_SCORE, trustLabel } from './mock.ts'

const PANEL = 'flex min-h-18 flex-col gap-2'

export function OverviewTab() {
  return (
    <dl className="grid min-h-18 grid-cols-2 content-start gap-x-4 gap-y-3 sm:grid-cols-4">
      <Stat name={`${words.score}, ${trustLabel(TRUST_SCORE)}`} value={String(TRUST_SCORE)} />
      {OVERVIEW.map(({ name, value }) => (
        <Stat key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function Stat({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="tabular font-display text-2xl font-semibold tracking-display">{value}</dd>
    </div>
  )
}

export function AchievementsTab() {
  return (
    <ul className={PANEL}>
      {ACHIEVED.map(({ name, text, progress }) => (
        <li key={name} className="flex items-center gap-4">
          <p className="min-w-0 flex-1 text-nav">
            <span className="font-semibold">{name}</span> <span className="text-ink-3">{text}</span>
          </p>
          <Bar name={name} value={progress} />
        </li>
      ))}
    </ul>
  )
}

export function CapabilitiesTab() {
  return (
    <ul className={PANEL}>
      {CAPABILITIES.map(({ name, at }) => {
        const isOpen = isUnlocked(at, TRUST_SCORE)
        return (
          <li key={name} className="flex items-center gap-2.5 text-nav">
            {isOpen ? (
              <LockKeyholeOpen size={15} aria-hidden="true" className="text-moss" />
            ) : (
              <LockKeyhole size={15} aria-hidden="true" className="text-ink-3" />
            )}
            <span className="flex-1 font-medium">{name}</span>
            <span className="text-sm text-ink-3">
              {isOpen ? words.unlocked : at === null ? words.manual : words.unlocksAt(at)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

export function TrustTab() {
  return (
    <ul className={PANEL}>
      {TRUST.map(({ name, score }) => (
        <li key={name} className="flex items-center gap-4 text-nav">
          <span className="flex-1 font-medium">{name}</span>
          <span className="text-sm text-ink-3">{trustLabel(score)}</span>
          <Bar name={name} value={score} />
        </li>
      ))}
    </ul>
  )
}

function Bar({ name, value }: { name: string; value: number }) {
  return (
    <span className="flex w-32 shrink-0 items-center gap-2">
      <span
        role="progressbar"
        aria-label={name}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-line"
      >
        <span className="block h-full rounded-full bg-line-strong" style={{ width: `${value}%` }} />
      </span>
      <span className="tabular w-7 text-right text-sm text-ink-3">{value}</span>
    </span>
  )
}
