/** A user's command: what it does depends on the message. It first records each run in the folder RUNS. */
import { randomUUID } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

const { content, delivery } = JSON.parse(await text(process.stdin))
const runs = process.env.RUNS ?? ''
writeFileSync(path.join(runs, randomUUID()), `${content}\n`)

const release = path.join(runs, 'release')
if (content.includes('wait for it')) {
  process.stderr.write('the command waits\n')
  while (!existsSync(release) && existsSync(runs)) await delay(20)
}
if (content.includes('fail always') || (content.includes('fail once') && delivery.attempt === 1))
  process.exit(7)
if (content.includes('a book')) process.stdout.write('word '.repeat(1500))
else if (content.includes('a key')) process.stdout.write(['AKIA', 'Q7ZLKX2NVB4WTDYR'].join(''))
else if (!content.includes('nothing'))
  process.stdout.write(`${process.env.FLOCKWORK_AGENT} heard: ${content.replaceAll('@', '')}\n`)
