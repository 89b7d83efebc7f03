import { existsSync } from 'node:fs'

import { run } from './step.ts'

/** Whether Debian packages can be installed without a prompt: on a build machine or in a container. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

let underWay: Promise<unknown> = Promise.resolve()

/** Serialized, as apt needs it. @returns whether all packages are installed now; errors are printed */
export function installPackages(...names: string[]): Promise<boolean> {
  const installed = underWay.then(() => install(names))
  underWay = installed
  return installed
}

async function install(names: readonly string[]): Promise<boolean> {
  console.log(`Installing ${names.join(' and ')} …`)
  // Run level 1: a server's package that is installed for its programs doesn't start its service.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const update = await run('apt-get', ['update', '-qq'], { env })
  const installing = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
    env,
  })
  if (installing.code === 0) return true
  console.log(`${update.code === 0 ? '' : update.output}${installing.output}`.trimEnd())
  return false
}
