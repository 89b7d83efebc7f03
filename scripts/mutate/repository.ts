import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../checks/step.ts'

/** The working tree, as far as the list needs it. */
export interface Repository {
  find(pattern: string): readonly string[]
  read(file: string): string
}

export const repository: Repository = {
  find: (pattern) => globSync(pattern, { cwd: ROOT }).map((file) => file.replaceAll(path.sep, '/')),
  read: (file) => readFileSync(path.join(ROOT, file), 'utf8'),
}
