import { StartupError } from '../../../platform/startup-error.ts'

/** A record that is whole, and can't be imported here; the message says why. */
export class ImportRefused extends StartupError {
  override name = 'ImportRefused'
}
