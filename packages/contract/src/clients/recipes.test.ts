/** Each recipe is run as by the listener, with a fake program. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { RECIPES, recipeCommand } from './recipes.ts'

const THREAD = '0f8fad5b-d9cb-469f-a165-70867728950e'
const SESSION = '01a20a99-8c32-7940-99ae-efeb94953f76'

/**
 * Stores sessions in files like the real programs: an unknown session can't be resumed, and an existing one can't be
 * created. `broken` simulates an outage.
 */
const STAND_IN = `#!/bin/sh
echo "$@" >> "$STATE/calls"
cat > "$STATE/stdin"
[ ! -e "$STATE/broken" ] || { echo half an answer; exit 1; }
while [ $# -gt 0 ]; do
  case "$1" in
    --resume | resume) [ -e "$STATE/session-$2" ] || exit 1; mode=resumed; shift ;;
    --session-id) [ ! -e "$STATE/session-$2" ] || exit 1; touch "$STATE/session-$2"; mode=begun; shift ;;
    -o) out=$2; shift ;;
  esac
  shift
done
if [ -n "$out" ]; then
  touch "$STATE/session-${SESSION}"
  echo '{"type":"thread.started","thread_id":"${SESSION}"}'
  echo '{"type":"turn.completed"}'
  echo "\${mode:-begun}" > "$out"
else
  echo "$mode"
fi
`

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

function stage({ file, script }: { file: string; script: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'flockwork-recipe-'))
  folders.push(folder)
  const program = join(folder, file.replace('.sh', ''))
  writeFileSync(program, STAND_IN)
  chmodSync(program, 0o755)
  writeFileSync(join(folder, file), script)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  return {
    break: () => writeFileSync(join(folder, 'broken'), ''),
    mend: () => rmSync(join(folder, 'broken')),
    calls: () => read('calls').trim().split('\n'),
    stdin: () => read('stdin'),
    run(message: string) {
      const { status, stdout } = spawnSync('sh', [join(folder, file)], {
        input: message,
        encoding: 'utf8',
        env: {
          PATH: `${folder}:${process.env['PATH'] ?? ''}`,
          HOME: folder,
          STATE: folder,
          FLOCKWORK_AGENT: 'scout',
          FLOCKWORK_THREAD_ID: THREAD,
        },
      })
      return { status, stdout }
    },
  }
}

const MESSAGE = `@scout was mentioned

• ana: @scout "quoted" $HOME \`id\` 100 % \\n [id:0f8fad5b]
  from: person · #main · 14:02 UTC · trust: member`

test.for(RECIPES.map((recipe) => [recipe.file, recipe] as const))(
  '%s begins a session for a thread, goes on with it, and fails without a word when the program does',
  ([file, recipe]) => {
    const program = stage(recipe)
    program.break()
    expect(program.run(MESSAGE)).toEqual({ status: 1, stdout: '' })
    program.mend()
    expect(program.run(MESSAGE)).toEqual({ status: 0, stdout: 'begun\n' })
    expect(program.stdin()).toContain(MESSAGE)
    expect(program.run(MESSAGE)).toEqual({ status: 0, stdout: 'resumed\n' })
    const session = file === 'codex.sh' ? `exec resume ${SESSION}` : `--resume ${THREAD}`
    expect(program.calls().at(-1)).toContain(session)
    program.break()
    expect(program.run(MESSAGE)).toEqual({ status: 1, stdout: '' })
    program.mend()
    // the previous session, and no new one
    expect(program.run(MESSAGE)).toEqual({ status: 0, stdout: 'resumed\n' })
  },
)

test('the documentation has exactly these scripts', () => {
  const text = readFileSync(new URL('../../../../docs/listen.md', import.meta.url), 'utf8')
  for (const recipe of RECIPES) {
    expect(text).toContain(`\`\`\`sh\n${recipe.script}\n\`\`\``)
    expect(text).toContain(recipeCommand('http://127.0.0.1:8787', recipe))
  }
})
