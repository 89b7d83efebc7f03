/** `flockwork connect` from a clone of the repository (scripts/flockwork.mjs). */
import { connect } from './connect.ts'

process.exitCode = await connect(process.argv.slice(2), 'http://127.0.0.1:8787')
