import { useEffect, useId, useRef, useState, type ChangeEvent, type RefObject, type SubmitEvent } from 'react'
import { fieldErrorsOf } from '../api/api-error.ts'

/** Error messages by field name. */
export type Faults<Values> = { readonly [Name in keyof Values]?: string | false | undefined }

interface Options<Values, Result> {
  /** Fields are named like those of the call's body, so that a server error is assigned by name. */
  initial: Values
  /** Client-side validation, only to save a round trip: the server decides. With an error nothing is sent. */
  check?: (values: Values) => Faults<Values>
  onInvalid?: (faults: Faults<Values>) => void
  /** Makes the call, and whatever must happen even if the form is unmounted. Rejects with the call's error. */
  send: (values: Values) => Promise<Result>
  /** Called on success; not after a reset or unmount. */
  onSent?: (result: Result, values: Values) => void
  /** Messages for an error that names no field of this form: for the whole form, or for fields; null shows none. */
  refused?: (error: unknown) => string | Faults<Values> | null
  /** Initial errors. */
  faults?: Faults<Values> | undefined
}

type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values]

/** A form without its value types, for components that only submit it. */
export interface AnyForm {
  /** The props of the `<form>`; a button outside of it has `form={props.id}`. */
  readonly props: {
    readonly id: string
    readonly ref: RefObject<HTMLFormElement | null>
    readonly noValidate: true
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  }
  readonly isBusy: boolean
  /** The error of the whole form, for a `FailureNote`. */
  readonly message: string | null
}

/** A form for the components that show its fields. */
export interface FormFields<Values> extends AnyForm {
  readonly values: Values
  /** For the `error` of a `Field`. */
  readonly errors: { readonly [Name in keyof Values]?: string | undefined }
  /** The props of a text field. `read` parses the text into the value. */
  text: <Name extends TextName<Values> & string>(
    name: Name,
    read?: (typed: string) => string,
  ) => {
    name: Name
    value: Values[Name] & string
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void
  }
  /** The props of a control whose values aren't text. */
  choice: <Name extends keyof Values>(
    name: Name,
  ) => { value: Values[Name]; onValueChange: (value: Values[Name]) => void }
  /** Changes values, and clears their errors and the whole form's. */
  change: (part: Partial<Values> | ((current: Values) => Partial<Values>)) => void
  /** Replaces the errors; focuses the first invalid field. */
  refuse: (faults: Faults<Values>) => void
}

export interface Form<Values, Result> extends FormFields<Values> {
  /** The response, until the form is edited or submitted. */
  readonly sent: Result | null
  /** Another action of this form, without validation: one at a time, and errors are shown here. */
  run: (act: () => Promise<Result>) => Promise<void>
  /** Resets the form. A pending response is ignored. */
  reset: () => void
}

interface Wrong {
  readonly fields: Readonly<Record<string, string>>
  readonly message: string | null
}

const NOTHING: Wrong = { fields: {}, message: null }

/**
 * The state of every form (ADR-0019): input survives an error, there is one submission at a time, each error is shown
 * at its field or for the whole form, and the first invalid field is focused.
 */
export function useForm<Values extends object, Result>(
  options: Options<Values, Result>,
): Form<Values, Result> {
  const { initial, check, onInvalid, send, onSent, refused, faults } = options
  const id = useId()
  const ref = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initial)
  const [wrong, setWrong] = useState<Wrong>(() => ({ fields: realFaults(faults), message: null }))
  const [isBusy, setBusy] = useState(false)
  const [sent, setSent] = useState<Result | null>(null)
  // a ref, not state: a second press comes before the next render
  const underWay = useRef<object | null>(null)
  const wantsFocus = useRef(true)

  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    const first = Array.from(ref.current?.elements ?? []).find(
      (element) => element.getAttribute('aria-invalid') === 'true',
    )
    if (!(first instanceof HTMLElement)) return
    first.focus({ preventScroll: true })
    first.scrollIntoView({ block: 'center' })
  }, [wrong])

  useEffect(() => stop, [])

  /** A pending response is ignored. */
  function stop() {
    underWay.current = null
    setBusy(false)
  }

  function say(next: Wrong) {
    wantsFocus.current = true
    setWrong(next)
  }

  async function run(act: () => Promise<Result>): Promise<void> {
    if (underWay.current !== null) return
    const mine = {}
    underWay.current = mine
    setBusy(true)
    setWrong(NOTHING)
    setSent(null)
    try {
      const result = await act()
      if (underWay.current !== mine) return
      onSent?.(result, values)
      setSent(result)
    } catch (error) {
      if (underWay.current === mine) say(formErrors(error, Object.keys(initial), refused))
    } finally {
      if (underWay.current === mine) stop()
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (underWay.current !== null) return
    const found = realFaults(check?.(values))
    if (Object.keys(found).length === 0) return void run(() => send(values))
    say({ fields: found, message: null })
    onInvalid?.(found)
  }

  function change(part: Partial<Values> | ((current: Values) => Partial<Values>)) {
    const partOf = (current: Values) => (typeof part === 'function' ? part(current) : part)
    setValues((current) => ({ ...current, ...partOf(current) }))
    setSent(null)
    const names = Object.keys(partOf(values))
    setWrong(({ fields }) => ({ fields: pick(fields, (name) => !names.includes(name)), message: null }))
  }

  return {
    props: { id, ref, noValidate: true, onSubmit: submit },
    values,
    errors: wrong.fields,
    message: wrong.message,
    isBusy,
    sent,
    text: (name, read = (typed) => typed) => ({
      name,
      value: values[name] as Values[typeof name] & string,
      onChange: ({ target }) => change({ [name]: read(target.value) } as Partial<Values>),
    }),
    choice: (name) => ({
      value: values[name],
      onValueChange: (value) => change({ [name]: value } as unknown as Partial<Values>),
    }),
    change,
    refuse: (next) => say({ fields: realFaults(next), message: null }),
    run,
    reset() {
      stop()
      setValues(initial)
      setWrong(NOTHING)
      setSent(null)
    },
  }
}

/** The messages for `error`, at the fields that the server named if the form has them. */
export function formErrors<Values>(
  error: unknown,
  names: readonly string[],
  refused: Options<Values, unknown>['refused'],
): Wrong {
  const named = pick(fieldErrorsOf(error), (name) => names.includes(name))
  if (Object.keys(named).length > 0) return { fields: named, message: null }
  const said = refused?.(error) ?? null
  return typeof said === 'object' && said !== null
    ? { fields: realFaults(said), message: null }
    : { fields: {}, message: said }
}

function realFaults(faults: object = {}): Wrong['fields'] {
  return pick(faults, (_, said) => typeof said === 'string')
}

function pick(faults: object, isPicked: (name: string, said: unknown) => boolean): Wrong['fields'] {
  const picked = Object.entries(faults).filter(([name, said]) => isPicked(name, said))
  return Object.fromEntries(picked)
}
