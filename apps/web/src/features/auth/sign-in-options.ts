/** The server's options for the login screen; part of the response of `/auth/providers`. */
export interface SignInOptions {
  github: boolean
  password: boolean
  registration: 'open' | 'closed'
  /** No account exists yet: the first one becomes the administrator. */
  first_run: boolean
  /** The first account also needs the code that the server printed when it started. */
  setup_code: boolean
}

export interface SignInValues {
  /** Or a username. */
  email: string
  password: string
}

export interface NewAccountValues {
  setup_code: string
  username: string
  email: string
  password: string
  full_name: string
}
