import { useState, type SubmitEvent } from 'react'
import { fieldErrorsOf } from '../../api/api-error.ts'
import { strings } from '../../strings.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useJoinSpace } from './use-join-space.ts'

const words = strings.spaces

/** Joins a space by the code that one of its members made. */
export function JoinByCode() {
  const join = useJoinSpace()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const said = fieldErrorsOf(join.error)['invite_code']

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (join.isPending) return
    if (code.trim() === '') setMissing(true)
    else join.mutate(code)
  }

  return (
    <section className="max-w-140 py-2">
      <h2 className="text-lg font-semibold">{words.joinTitle}</h2>
      <p className="text-nav text-ink-3">{words.joinText}</p>
      <form noValidate onSubmit={submit} className="mt-4">
        <Field label={words.inviteCode} error={isMissing ? words.needsCode : said}>
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                className="min-w-0 flex-1 font-mono"
                value={code}
                onChange={(event) => {
                  setCode(event.target.value)
                  setMissing(false)
                  if (join.isError) join.reset()
                }}
              />
              <Button type="submit" busy={join.isPending} disabled={code.trim() === ''}>
                {join.isPending ? words.joining : words.join}
              </Button>
            </div>
          )}
        </Field>
      </form>
    </section>
  )
}
