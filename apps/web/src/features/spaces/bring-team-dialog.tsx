import { importRoutes, type Import } from '@flockwork/contract/imports'
import { IMPORT_FILE_MAX_BYTES } from '@flockwork/contract/limits'
import { Upload } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { detailOf } from '../../api/api-error.ts'
import { useServices } from '../../api/services.ts'
import { bringTeam as words } from '../../strings/bring-team.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast-store.ts'
import { BringPeople } from './bring-people.tsx'
import { BringReport } from './bring-report.tsx'
import { BringStart } from './bring-start.tsx'
import { uploadExport } from './upload-export.ts'
import { isStopping, useLatestImport } from './use-import.ts'
import { useSpaces } from './use-spaces.ts'
import { useSwitchSpace } from './use-switch-space.ts'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Bring your team: the file, its contents, and its import into a space (docs/rules/imports.md#running). */
export function BringTeamDialog({ open, onOpenChange }: Props) {
  const { api } = useServices()
  const toast = useToast()
  const latest = useLatestImport(open)
  const upload = useUpload(latest.set, latest.data ?? null)
  /** A finished import is shown until another file is chosen. */
  const [dismissed, setDismissed] = useState<string | null>(null)
  const current = latest.data != null && latest.data.id !== dismissed ? latest.data : null

  const cancel = async (id: string) => {
    upload.stop()
    try {
      latest.set((await api.call(importRoutes.cancel, { params: { id } })).import)
    } catch (error) {
      toast({ title: words.problem, description: detailOf(error, ''), tone: 'bad' })
    }
  }
  const step = (
    <Step
      current={current}
      isLoading={latest.isLoading}
      isFailed={latest.isError && latest.data === undefined}
      onRetry={() => void latest.refetch()}
      upload={upload}
      onStarted={latest.set}
      onCancel={(id) => void cancel(id)}
      onAgain={() => setDismissed(current?.id ?? null)}
    />
  )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={words.title}
      footer={<Button onClick={() => onOpenChange(false)}>{words.close}</Button>}
    >
      {step}
    </Dialog>
  )
}

interface UploadState {
  readonly isSending: boolean
  readonly failure: string | null
  readonly choose: (file: File) => void
  readonly stop: () => void
}

function useUpload(onProgress: (now: Import) => void, started: Import | null): UploadState {
  const { api } = useServices()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const sending = useRef<AbortController | null>(null)
  // the upload resumes when the file is chosen again
  useEffect(() => () => sending.current?.abort(), [])

  async function send(file: File): Promise<void> {
    const controller = new AbortController()
    sending.current = controller
    setSending(true)
    setFailure(null)
    try {
      await uploadExport(api, { file, started, onProgress, signal: controller.signal })
    } catch (error) {
      if (!controller.signal.aborted) setFailure(detailOf(error, words.uploadFailed))
    } finally {
      setSending(false)
    }
  }

  return {
    isSending,
    failure,
    choose(file) {
      if (file.size === 0) setFailure(words.empty)
      else if (file.size > IMPORT_FILE_MAX_BYTES) setFailure(words.tooLarge('1 GB'))
      else void send(file)
    },
    stop: () => sending.current?.abort(),
  }
}

interface StepProps {
  current: Import | null
  isLoading: boolean
  isFailed: boolean
  onRetry: () => void
  upload: UploadState
  onStarted: (running: Import) => void
  onCancel: (id: string) => void
  onAgain: () => void
}

function Step({ current, isLoading, isFailed, onRetry, upload, onStarted, onCancel, onAgain }: StepProps) {
  if (isLoading) return <Waiting text={words.loading} />
  if (isFailed) return <LoadFailure text={words.loadFailed} onRetry={onRetry} />
  if (current === null) return <Choose upload={upload} />
  const cancel = <Button onClick={() => onCancel(current.id)}>{words.cancel}</Button>
  const { state, report, space } = current

  if (state === 'uploading') {
    if (!upload.isSending)
      return <Choose upload={upload} note={words.goOn(current.file_name)} more={cancel} />
    const percent = Math.floor((current.received_bytes / current.file_bytes) * 100)
    return (
      <Part>
        <Progress label={words.file(current.file_name)} text={words.uploading(percent)} percent={percent} />
        <div>{cancel}</div>
      </Part>
    )
  }
  if (state === 'checking') {
    return (
      <Part>
        <Waiting text={words.checking} />
        <div>{cancel}</div>
      </Part>
    )
  }
  if (state === 'ready' && report !== null) {
    return (
      <Part>
        <BringReport report={report} />
        {report.messages === 0 ? (
          <div>{cancel}</div>
        ) : (
          <BringStart ready={current} onStarted={onStarted} onCancel={() => onCancel(current.id)} />
        )}
      </Part>
    )
  }
  if (state === 'running' || isStopping(current)) {
    const all = report?.messages ?? 0
    const percent = all === 0 ? 0 : Math.floor((current.messages_read / all) * 100)
    return (
      <Part>
        <Progress label={words.progress} text={words.running(current.messages_read, all)} percent={percent} />
        <p className="text-sm text-ink-3">{words.runningHint}</p>
        {state === 'running' && <div>{cancel}</div>}
      </Part>
    )
  }
  const again = <Button onClick={onAgain}>{state === 'failed' ? words.chooseAnother : words.again}</Button>
  return (
    <Part>
      <p role="status" className="text-base text-ink">
        {wordsOfEnd(current)}
      </p>
      {state === 'failed' && current.failure !== null && (
        <p className="text-sm text-rose">{current.failure}</p>
      )}
      {space?.is_open === true ? <Result space={space} again={again} /> : <div>{again}</div>}
    </Part>
  )
}

function wordsOfEnd({ state, space, messages_added: added }: Import): string {
  if (state === 'failed') return words.failed
  if (space === null) return words.cancelled
  if (state === 'cancelled') return words.cancelledWith(space.name, added)
  return added === 0 ? words.doneNothing(space.name) : words.done(added, space.name)
}

function Result({ space, again }: { space: NonNullable<Import['space']>; again: ReactNode }) {
  const switchSpace = useSwitchSpace()
  const { spaces } = useSpaces()
  const visibility = spaces?.find(({ id }) => id === space.id)?.visibility
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={switchSpace.isPending} onClick={() => switchSpace.mutate(space.id)}>
          {words.open(space.name)}
        </Button>
        {again}
      </div>
      <BringPeople spaceId={space.id} canInvite={visibility !== 'private'} />
    </>
  )
}

function Choose({ upload, note, more }: { upload: UploadState; note?: string; more?: ReactNode }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Part>
      <p className="text-base text-ink-2">{words.intro}</p>
      <ul className="flex flex-col gap-1 text-sm text-ink-3">
        {words.how.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {note !== undefined && <p className="text-sm text-ink-2">{note}</p>}
      {upload.failure !== null && (
        <p role="alert" className="text-sm text-rose">
          {upload.failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept=".zip,.tar,.gz,.tgz"
          aria-label={words.choose}
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0]
            // so that the same file can be chosen again
            target.value = ''
            if (file !== undefined) upload.choose(file)
          }}
        />
        <Button
          variant="primary"
          icon={<Upload size={16} aria-hidden="true" />}
          busy={upload.isSending}
          onClick={() => input.current?.click()}
        >
          {words.choose}
        </Button>
        {more}
      </div>
    </Part>
  )
}

function Part({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-5">{children}</div>
}

function Waiting({ text }: { text: string }) {
  return (
    <p role="status" className="flex items-center gap-3 text-base text-ink-2">
      <Spinner />
      {text}
    </p>
  )
}

function Progress({ label, text, percent }: { label: string; text: string; percent: number }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="tabular text-base text-ink">{text}</p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={text}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <span className="block h-full rounded-full bg-spruce" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
