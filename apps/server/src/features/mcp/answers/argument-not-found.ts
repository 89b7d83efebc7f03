import { NotFound } from '../../../platform/errors.ts'

/** An argument names something that doesn't exist. */
export class ArgumentNotFound extends NotFound {
  override name = 'ArgumentNotFound'
  readonly argument: string

  constructor(argument: string, why: string) {
    super(`${argument}: ${why}`)
    this.argument = argument
  }
}
