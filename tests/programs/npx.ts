/** The environment of a program that a person starts with npx: an own home folder, and no registry to be reached. */
import path from 'node:path'

export function npxEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    npm_config_cache: path.join(home, '.npm'),
    npm_config_registry: 'http://127.0.0.1:1/',
    npm_config_update_notifier: 'false',
  }
}
