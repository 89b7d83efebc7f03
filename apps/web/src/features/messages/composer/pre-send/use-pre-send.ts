import { normaliseMessage } from '@flockwork/contract/text/message-text'
import { useEffect, useEffectEvent, useState } from 'react'
import { useServices } from '../../../../api/services.ts'
import { useSignedIn } from '../../../../api/use-session.ts'
import { requestDemo, requestHelp } from '../../requests/app-requests.ts'
import type { Draft } from '../../drafts/use-draft.ts'
import { chooseGuideRoute, chooseToBeAsked, sendingChoices } from './choices.ts'
import type { Answer } from './pre-send-dialog.tsx'
import { answered, nextOf, type Question } from './rule.ts'

/** What the composer is told of the guide, by who knows it. */
export interface GuideOffer {
  /** Switched off: nothing is sent to it, and nothing offers to. */
  isOff: boolean
  /** Shows its banner; null while that is on screen, or may not be. */
  showTips: (() => void) | null
}

interface Place {
  draft: Draft
  isReply: boolean
  /** Undefined while it isn't known which space this is. */
  isPersonal: boolean | undefined
  guide: GuideOffer
  isDemo: boolean
  /** Sends this text; what the field holds goes with it. */
  send: (content: string) => void
}

interface PreSend {
  /** Sends what the field holds, or does what it commands, or asks first. */
  submit: () => void
  dialog: { isOpen: boolean; question: Question; hasTips: boolean; onAnswer: (answer: Answer) => void }
  /** The dialog can't be had: what was to be asked about is sent as it is. */
  onLoadError: () => void
}

/** The way of a text from the field to the server (docs/rules/messages.md#before-sending). */
export function usePreSend({ draft, isReply, isPersonal, guide, isDemo, send }: Place): PreSend {
  const services = useServices()
  const { id: userId } = useSignedIn().profile
  const [dialog, setDialog] = useState<{ isOpen: boolean; question: Question }>({
    isOpen: false,
    question: 'mention_or_topic',
  })

  const [isWaiting, setWaiting] = useState(false)

  function submit() {
    if (isPersonal === undefined) return setWaiting(true)
    const facts = {
      isReply,
      isPersonal,
      isDemo,
      isGuideOff: guide.isOff,
      ...sendingChoices(services, userId),
    }
    const next = nextOf(draft.text, facts)
    if (next.kind === 'send') return send(next.content)
    if (next.kind === 'ask') return setDialog({ isOpen: true, question: next.question })
    if (next.kind === 'help') requestHelp()
    if (next.kind === 'help' || requestDemo(null)) draft.clear()
  }

  const goOn = useEffectEvent(() => {
    setWaiting(false)
    if (normaliseMessage(draft.text) !== '') submit()
  })
  const isReady = isWaiting && isPersonal !== undefined
  useEffect(() => {
    if (isReady) goOn()
  }, [isReady])

  function sendNow(isForGuide: boolean) {
    const content = answered(draft.text, isForGuide)
    if (content !== null) send(content)
  }

  function take(answer: Answer) {
    setDialog({ ...dialog, isOpen: false })
    if (answer.kind === 'help') requestHelp()
    if (answer.kind === 'tips') guide.showTips?.()
    if (answer.kind !== 'send') return
    if (answer.remembers && dialog.question === 'guide') chooseGuideRoute(services, userId, 'always')
    if (answer.remembers && dialog.question !== 'guide') chooseToBeAsked(services, userId, false)
    sendNow(answer.isForGuide)
  }

  return {
    submit,
    dialog: { ...dialog, hasTips: guide.showTips !== null, onAnswer: take },
    onLoadError() {
      setDialog({ ...dialog, isOpen: false })
      sendNow(false)
    },
  }
}
