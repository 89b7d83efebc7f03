import type { Device } from '@flockwork/contract/account'
import { useRef, useState } from 'react'
import { settings } from '../../strings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { useSkeleton } from '../../ui/use-skeleton.ts'
import { DeviceRow } from './device-row.tsx'
import { DoneNote } from './done-note.tsx'
import { RevokeDialog, type Revocation } from './revoke-dialog.tsx'
import { useDevices } from './use-devices.ts'

const words = settings.devices

/** The user's signed-in devices, with buttons to sign them out. */
export function DevicesSection() {
  const { devices, isLoading, error, retry } = useDevices()
  const [revocation, setAsked] = useState<Revocation | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const showsSkeleton = useSkeleton(isLoading)
  const list = useRef<HTMLUListElement>(null)

  if (showsSkeleton) return <Waiting />
  if (error && !devices) return <LoadFailure text={words.failed} onRetry={retry} />
  if (!devices) return null

  const others = devices.filter(({ current }) => !current)
  function ask(revocation: Revocation) {
    setDone(null)
    setAsked(revocation)
  }
  function finish(text: string) {
    setAsked(null)
    setDone(text)
    // the clicked button unmounts with its row
    list.current?.focus()
  }

  return (
    <>
      <p className="text-sm text-ink-2">{words.text}</p>
      <ul ref={list} tabIndex={-1} aria-label={settings.sections.devices} className="mt-3 outline-none">
        {devices.map((device) => (
          <DeviceRow key={device.device_id} device={device} onRevoke={() => ask(revocationOf(device))} />
        ))}
      </ul>
      <div className="mt-4 flex flex-col items-start gap-3">
        <DoneNote message={done} />
        {others.length > 0 ? (
          <Button onClick={() => ask({ kind: 'others', devices: others })}>{words.others}</Button>
        ) : (
          <p className="text-sm text-ink-3">{words.onlyThis}</p>
        )}
      </div>
      <RevokeDialog revocation={revocation} onClose={() => setAsked(null)} onDone={finish} />
    </>
  )
}

function revocationOf(device: Device): Revocation {
  return device.current ? { kind: 'here' } : { kind: 'one', device }
}

function Waiting() {
  return (
    <SkeletonGroup label={words.loading}>
      <div className="flex flex-col gap-5 pt-2">
        {[0, 1, 2].map((row) => (
          <div key={row} className="flex items-center gap-3">
            <Skeleton className="size-9 rounded-control" />
            <div className="flex flex-col gap-1.5">
              <Skeleton className="h-4 w-36" />
              <Skeleton className="h-3 w-48" />
            </div>
          </div>
        ))}
      </div>
    </SkeletonGroup>
  )
}
