import { StartupError } from '../../../platform/startup-error.ts'

/** A valid record that can't be imported here; the message says why. */
export class ImportRefused extends StartupError {
  override name = 'ImportRefused'
}
