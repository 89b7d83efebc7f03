import { normaliseMessage } from '@flockwork/contract/text/message-text'
import { useEffect, useEffectEvent, useState } from 'react'
import { useServices } from '../../../../api/services.ts'
import { useSignedIn } from '../../../../api/use-session.ts'
import type { Draft } from '../../drafts/use-draft.ts'
import { requestDemo, requestHelp } from '../../requests/app-requests.ts'
import { chooseGuideRoute, chooseAskForTopic, sendingChoices } from './choices.ts'
import { isStillValid, readLastAnswer, saveLastAnswer, type Choice } from './last-answer.ts'
import { contentToSend, nextAction, type Question } from './next-action.ts'
import type { Answer } from './pre-send-dialog.tsx'

/** The state of the guide, given by the app. */
export interface GuideOffer {
  /** Switched off: nothing is sent to it, and the option isn't offered. */
  isOff: boolean
  /** Shows its banner; null while that is on screen, or isn't allowed. */
  showTips: (() => void) | null
}

interface Options {
  spaceId: string
  draft: Draft
  isReply: boolean
  /** Undefined while the space is loading. */
  isPersonal: boolean | undefined
  guide: GuideOffer
  isDemo: boolean
  /** Sends this text and empties the field. */
  send: (content: string) => void
}

interface PreSend {
  /** Sends the text, runs it as a command, or asks first. */
  submit: () => void
  dialog: {
    isOpen: boolean
    question: Question
    /** The last answer in this space. */
    last: Choice | null
    hasTips: boolean
    onAnswer: (answer: Answer) => void
  }
  /** If the dialog fails to load, the text is sent as it is. */
  onLoadError: () => void
}

/** Submitting the composer's text (docs/rules/messages.md#before-sending). */
export function usePreSend({ spaceId, draft, isReply, isPersonal, guide, isDemo, send }: Options): PreSend {
  const services = useServices()
  const { id: userId } = useSignedIn().profile
  const [dialog, setDialog] = useState<{ isOpen: boolean; question: Question; last: Choice | null }>({
    isOpen: false,
    question: 'mention_or_topic',
    last: null,
  })

  const [isWaiting, setWaiting] = useState(false)

  function submit() {
    if (isPersonal === undefined) return setWaiting(true)
    const last = readLastAnswer(services, userId, spaceId)
    const facts = {
      isReply,
      isPersonal,
      isDemo,
      isGuideOff: guide.isOff,
      answered: last !== null && isStillValid(last, services.timers.now()) ? last.choice : null,
      ...sendingChoices(services, userId),
    }
    const next = nextAction(draft.text, facts)
    if (next.kind === 'send') return send(next.content)
    if (next.kind === 'ask') {
      return setDialog({ isOpen: true, question: next.question, last: last?.choice ?? null })
    }
    if (next.kind === 'help') requestHelp()
    if (next.kind === 'help' || requestDemo(null)) draft.clear()
  }

  const submitWaiting = useEffectEvent(() => {
    setWaiting(false)
    if (normaliseMessage(draft.text) !== '') submit()
  })
  const isReady = isWaiting && isPersonal !== undefined
  useEffect(() => {
    if (isReady) submitWaiting()
  }, [isReady])

  function sendNow(isForGuide: boolean) {
    const content = contentToSend(draft.text, isForGuide)
    if (content !== null) send(content)
  }

  function remember(isForGuide: boolean) {
    if (dialog.question === 'guide') chooseGuideRoute(services, userId, isForGuide ? 'always' : 'never')
    else chooseAskForTopic(services, userId, false)
  }

  function handleAnswer(answer: Answer) {
    setDialog({ ...dialog, isOpen: false })
    saveLastAnswer(services, userId, spaceId, choiceOf(answer))
    if (answer.kind === 'help') requestHelp()
    if (answer.kind === 'tips') guide.showTips?.()
    if (answer.kind !== 'send') return
    if (answer.remembers) remember(answer.isForGuide)
    sendNow(answer.isForGuide)
  }

  return {
    submit,
    dialog: { ...dialog, hasTips: guide.showTips !== null, onAnswer: handleAnswer },
    onLoadError() {
      setDialog({ ...dialog, isOpen: false })
      sendNow(false)
    },
  }
}

function choiceOf(answer: Answer): Choice {
  if (answer.kind !== 'send') return 'edit'
  return answer.isForGuide ? 'guide' : 'plain'
}
