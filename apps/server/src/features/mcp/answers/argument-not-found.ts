import { NotFound } from '../../../platform/errors.ts'

/** What an argument names isn't there. */
export class ArgumentNotFound extends NotFound {
  override name = 'ArgumentNotFound'
  readonly argument: string

  constructor(argument: string, why: string) {
    super(`${argument}: ${why}`)
    this.argument = argument
  }
}
