#!/usr/bin/env node
import { readFile } from 'node:fs/promises'
import { run } from './run.ts'

const manifest = await readFile(new URL('../package.json', import.meta.url), 'utf8')
const { version } = JSON.parse(manifest) as { version: string }
process.exitCode = await run(process.argv.slice(2), process.env, version)
