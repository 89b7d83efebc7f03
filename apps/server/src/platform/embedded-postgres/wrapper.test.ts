import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPackage, prepareBinaries } from './binaries.ts'
import { temporaryFolder, untilGone } from './fixtures.ts'
import { chooseIdentity, commandAs } from './identity.ts'
import { startDatabase } from './index.ts'
import { launch } from './postmaster.ts'
import { wrapCommandForWindows } from './wrapper.ts'

test(
  'the wrapper for Windows, run here, stops PostgreSQL when its input ends',
  { timeout: 90_000 },
  async () => {
    await using data = await temporaryFolder()
    const lines: string[] = []
    const log = (line: string) => lines.push(line)
    const database = await startDatabase({ dataDir: data.path, log })
    await database.stop()
    const folder = join(data.path, 'pg')
    const binaries = await prepareBinaries(findPackage())
    const identity = await chooseIdentity({ binaries, dataDir: data.path, folder })
    const settings = ['listen_addresses=', `unix_socket_directories=${folder}`]
    const wrapper = wrapCommandForWindows(binaries, folder, [
      '-D',
      folder,
      ...settings.flatMap((setting) => ['-c', setting]),
    ])
    lines.length = 0

    const started = await launch({
      command: commandAs(identity, wrapper.file, wrapper.args),
      folder,
      log,
      nonPostgresPid: process.pid,
    })

    if (started.kind !== 'ready') throw new Error(started.reason)
    await started.postmaster.stop()
    await untilGone(started.postmaster.pid)
    expect(lines.join('\n')).toMatch(/fast shutdown request[^]*is shut down/)
  },
)
