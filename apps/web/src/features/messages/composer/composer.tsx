import { MESSAGE_MAX_CHARS } from '@flockwork/contract/limits'
import type { Message } from '@flockwork/contract/messages'
import {
  codePoints,
  messageProblem,
  normaliseMessage,
  type MessageProblem,
} from '@flockwork/contract/text/message-text'
import { ArrowUp, AtSign, Hash } from 'lucide-react'
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode, Ref } from 'react'
import type { Violation } from '../../../api/api-error.ts'
import { strings } from '../../../strings.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { MOBILE, useMediaQuery } from '../../../ui/use-media-query.ts'
import { useComposerDraft } from '../drafts/use-composer-draft.ts'
import { onComposerRequest, takeRequest } from '../requests/composer-requests.ts'
import { MessageField, type FieldHandle } from '../text-field/message-field.tsx'
import { ProblemNotice, ViolationNotice } from '../text-field/problem-notice.tsx'
import { usePreSend, type GuideOffer } from './pre-send/use-pre-send.ts'
import { ReplyBanner } from './reply-banner.tsx'

// in separate chunks: not needed before the user has typed
const Tools = lazyPart(async () => (await import('./tools.tsx')).Tools)
const QuickMentions = lazyPart(async () => (await import('./quick-mentions/bar.tsx')).QuickMentions)
const PreSendDialog = lazyPart(async () => (await import('./pre-send/pre-send-dialog.tsx')).PreSendDialog)

const words = strings.messages
const COUNT_FROM_CHARS = 4500
const COUNT_ID = 'composer-count'

export interface ComposerHandle {
  focus: () => void
  /** Appends a text that wasn't sent to the draft. */
  restore: (text: string) => void
}

/** A longer space name would wrap the placeholder to a second line on a phone. */
const FITS_CHARS = 24

interface Props {
  ref: Ref<ComposerHandle>
  spaceId: string
  spaceName: string
  isPersonal: boolean | undefined
  guide: GuideOffer
  /** Messages go to the demo. */
  isDemo: boolean
  replyTo: Message | null
  onCancelReply: () => void
  channel: string
  onChannel: (channel: string) => void
  /** The guardrails' violation of the last send. */
  violation: Violation | null
  onTextChange: () => void
  onSend: (content: string) => void
  /** Up arrow in the empty field. */
  onEditLast: () => void
  /** Additional buttons, before the one for mentions. */
  tools?: ReactNode
}

/**
 * Set `key` to the message that it replies to: each has a separate draft. The field is cleared when the text is sent;
 * if that fails, the text stays in the feed.
 */
export function Composer(props: Props) {
  const { ref, spaceId, spaceName, replyTo, onCancelReply, violation, onTextChange, onSend } = props
  const field = useRef<FieldHandle>(null)
  const draft = useComposerDraft(replyTo, props)
  const [refused, setRefused] = useState<MessageProblem | null>(null)
  const [hasFocus, setFocus] = useState(false)
  const isMobile = useMediaQuery(MOBILE)

  const content = normaliseMessage(draft.text)
  const problem = messageProblem(content)
  const count = codePoints(content)
  const isEmpty = problem?.code === 'empty'
  const insert = (text: string) => field.current?.insert(text)
  // A layout effect, because a suspended page is hidden but not unmounted: its field is gone, and a request made
  // meanwhile is for the composer that is shown next.
  useLayoutEffect(() => {
    const take = () => {
      const text = takeRequest(spaceId)
      if (text !== null) insert(text)
    }
    take()
    return onComposerRequest(take)
  }, [spaceId])
  useEffect(() => {
    if (replyTo) field.current?.focusAtEnd()
  }, [replyTo])
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focusAtEnd(),
    restore(text) {
      draft.setText(draft.text.trim() === '' ? text : `${draft.text}\n${text}`)
      field.current?.focusAtEnd()
    },
  }))

  function change(text: string) {
    setRefused(null)
    onTextChange()
    draft.setText(text)
  }

  const preSend = usePreSend({
    spaceId,
    draft,
    isReply: replyTo !== null,
    isPersonal: props.isPersonal,
    guide: props.guide,
    isDemo: props.isDemo,
    send(ready) {
      // the mention of Chirpy may make it too long
      const reason = messageProblem(ready)
      if (reason) return setRefused(reason)
      draft.clear()
      onSend(ready)
    },
  })

  function submit() {
    if (isEmpty) return
    if (problem) setRefused(problem)
    else preSend.submit()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onFocus={() => setFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        !isWithin(currentTarget, relatedTarget) && setFocus(false)
      }
      className={cx(
        'rounded-panel border bg-raised shadow-1 outline-egg has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-offset-2',
        replyTo ? 'border-ember' : 'border-line-strong has-[textarea:focus-visible]:border-line',
      )}
    >
      {refused && <ProblemNotice title={refused.title} text={refused.text} />}
      {violation && !refused && <ViolationNotice violation={violation} />}
      {replyTo && <ReplyBanner message={replyTo} onClose={onCancelReply} />}
      <MessageField
        ref={field}
        spaceId={spaceId}
        value={draft.text}
        onChange={change}
        onSend={submit}
        onEscape={replyTo ? onCancelReply : undefined}
        onUp={draft.text === '' && !replyTo ? props.onEditLast : undefined}
        label={replyTo ? words.replyTo(replyTo.username) : words.composer}
        placeholder={placeholderOf(replyTo, spaceName, isMobile)}
        isInvalid={problem?.code === 'too_long'}
        describedBy={count >= COUNT_FROM_CHARS ? COUNT_ID : undefined}
      />
      {isMobile && hasFocus && (
        <div className="flex px-2">
          <QuickMentions spaceId={spaceId} field={field} isScrolling />
        </div>
      )}
      <div className="flex items-center gap-1 ps-2 pe-2 pb-2">
        {props.tools}
        <IconButton label={words.mention} icon={<AtSign size={17} />} onClick={() => insert('@')} />
        <IconButton label={words.topic} icon={<Hash size={17} />} onClick={() => insert('#')} />
        <div className="flex min-w-0 flex-1 items-center gap-1">
          <Tools
            fallback={<ToolsGap channel={replyTo ? null : props.channel} />}
            spaceId={spaceId}
            field={field}
            channel={replyTo ? null : props.channel}
            onChannel={props.onChannel}
          />
          {!isMobile && <QuickMentions spaceId={spaceId} field={field} isScrolling={false} />}
        </div>
        {count >= COUNT_FROM_CHARS ? (
          <span
            id={COUNT_ID}
            className={cx(
              'tabular mx-1 text-xs',
              count > MESSAGE_MAX_CHARS ? 'font-medium text-rose' : 'text-ink-3',
            )}
          >
            {words.characters(count, MESSAGE_MAX_CHARS)}
          </span>
        ) : (
          <span
            aria-hidden="true"
            className="mx-1 flex items-center gap-1 text-xs text-ink-3 no-keyboard:hidden"
          >
            <Kbd>{words.enter}</Kbd> {words.toSend}
          </span>
        )}
        <SendButton isReply={replyTo !== null} isDisabled={isEmpty} />
      </div>
      <PreSendDialog when={preSend.dialog.isOpen} onLoadError={preSend.onLoadError} {...preSend.dialog} />
    </form>
  )
}

/** As wide as the tools, whose chunk is loaded later. */
function ToolsGap({ channel }: { channel: string | null }) {
  return (
    <>
      <span className="size-9 shrink-0 touch:size-10" />
      {channel !== null && (
        <span className="invisible shrink-0 px-2 text-sm">
          <span className="mx-2">{channel}</span>
        </span>
      )}
    </>
  )
}

/** Whether the focus is in the composer, or in a menu or dialog that it opened. */
function isWithin(form: Element, target: Element | null): boolean {
  return form.contains(target) || (target?.closest('[role="menu"], [role="dialog"]') ?? null) !== null
}

function placeholderOf(replyTo: Message | null, spaceName: string, isMobile: boolean): string {
  if (replyTo) return words.replyTo(replyTo.username)
  if (!isMobile) return words.placeholder(spaceName)
  return spaceName.length > FITS_CHARS ? words.composer : words.placeholderShort(spaceName)
}

function SendButton({ isReply, isDisabled }: { isReply: boolean; isDisabled: boolean }) {
  const label = isReply ? words.sendReply : words.send
  return (
    <button
      type="submit"
      disabled={isDisabled}
      aria-label={label}
      data-tip={label}
      data-tip-keys={words.enter}
      onPointerDown={(event) => event.pointerType !== 'mouse' && event.preventDefault()}
      className={cx(
        'relative inline-flex size-9 shrink-0 items-center justify-center rounded-control text-on-spruce transition-colors active:translate-y-px touch:size-10 touch:hit-area',
        'disabled:opacity-45 disabled:active:translate-y-0',
        isReply ? 'bg-ember hover:bg-ember-hover' : 'bg-spruce hover:bg-spruce-hover',
      )}
    >
      <ArrowUp size={18} aria-hidden="true" />
    </button>
  )
}
