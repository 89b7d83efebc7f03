/** What the server offers on the login screen; a part of the answer of `/auth/providers`. */
export interface SignInOptions {
  github: boolean
  password: boolean
  registration: 'open' | 'closed'
  /** No account was ever made: the next one becomes the administrator. */
  first_run: boolean
  /** The first account also needs the code that the server printed when it started. */
  setup_code: boolean
}

export interface SignInValues {
  /** An e-mail address or a username. */
  identifier: string
  password: string
}

export interface NewAccountValues {
  username: string
  email: string
  password: string
  fullName: string
}

type FieldName = keyof NewAccountValues | keyof SignInValues | 'setupCode'

/** What the server said against a form: a sentence for the whole, and one for each field it named. */
export interface FormFailure {
  message?: string | undefined
  fields?: Partial<Record<FieldName, string>> | undefined
}
