import type { Agent } from '@flockwork/contract/agents'
import { AGENT_BIO_MAX_CHARS } from '@flockwork/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { bio as words } from '../../../strings/agent-dialog.ts'
import { announce } from '../../../ui/announce.ts'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { DialogSection } from './dialog-section.tsx'
import { useUpdateAgent } from './use-update-agent.ts'

/** The bio: shown, edited, then saved or cancelled. */
export function BioSection({ agent }: { agent: Agent }) {
  const { bio, permissions, is_own_agent } = agent
  const update = useUpdateAgent(agent.id)
  const [text, setText] = useState<string | null>(null)
  const isEditing = text !== null
  const field = useRef<HTMLTextAreaElement>(null)
  const length = Array.from(text ?? bio).length
  const isTooLong = length > AGENT_BIO_MAX_CHARS
  const mayEdit = permissions.can_edit || is_own_agent

  useEffect(() => {
    if (isEditing) field.current?.focus()
  }, [isEditing])

  function save() {
    if (text === null || isTooLong || update.isPending) return
    update.mutate(
      { bio: text.trim() },
      {
        onSuccess() {
          setText(null)
          announce(words.saved)
        },
      },
    )
  }

  return (
    <DialogSection
      title={words.title}
      aside={
        <span className="flex items-center gap-3">
          <span className={`tabular text-xs ${isTooLong ? 'text-rose' : 'text-ink-3'}`}>
            {length}/{AGENT_BIO_MAX_CHARS}
          </span>
          {mayEdit && !isEditing && (
            <Button size="sm" onClick={() => setText(bio)}>
              {words.edit}
            </Button>
          )}
        </span>
      }
    >
      {isEditing ? (
        <>
          <Textarea
            ref={field}
            dir="auto"
            aria-label={words.title}
            aria-invalid={isTooLong || undefined}
            value={text}
            readOnly={update.isPending}
            onChange={(event) => setText(event.target.value)}
          />
          {isTooLong && (
            <p role="alert" className="pt-1 text-sm text-rose">
              {words.tooLong(AGENT_BIO_MAX_CHARS)}
            </p>
          )}
          <div className="flex gap-2 pt-2">
            <Button variant="primary" busy={update.isPending} disabled={isTooLong} onClick={save}>
              {update.isPending ? words.saving : words.save}
            </Button>
            <Button onClick={() => setText(null)}>{words.cancel}</Button>
          </div>
        </>
      ) : (
        <p dir="auto" className="max-w-measure text-base break-words text-ink-2">
          {bio || words.none}
        </p>
      )}
    </DialogSection>
  )
}
