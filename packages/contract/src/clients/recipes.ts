/**
 * Scripts for `flockwork-listen` with a separate session for each thread: the single source for docs/listen.md and the
 * help. The message is on stdin in the labelled form, and `FLOCKWORK_THREAD_ID` names the thread. A script that fails
 * exits with a non-zero code and prints nothing, so that the listener retries it and no message is lost.
 */
import { listenCommand } from './setups.ts'

export interface Recipe {
  /** The program's name. */
  readonly name: string
  /** The script's file name. */
  readonly file: string
  readonly script: string
}

const TASK = `task='Somebody wrote this in our workspace. Answer in a few sentences.'
message=$(cat)`

const CLAUDE = `#!/bin/sh
# claude.sh: a session of Claude Code for each thread
${TASK}
ask() { printf '%s\\n\\n%s\\n' "$task" "$message" | claude -p "$@"; }
# the thread's id is the session's: go on with it, or begin it
reply=$(ask --resume "$FLOCKWORK_THREAD_ID") || reply=$(ask --session-id "$FLOCKWORK_THREAD_ID") || exit 1
printf '%s\\n' "$reply"`

const GEMINI = `#!/bin/sh
# gemini.sh: a session of Gemini for each thread; sessions belong to the folder that it runs in
${TASK}
ask() { printf '%s\\n' "$message" | gemini "$@" -p "$task"; }
# the thread's id is the session's: go on with it, or begin it
reply=$(ask --resume "$FLOCKWORK_THREAD_ID") || reply=$(ask --session-id "$FLOCKWORK_THREAD_ID") || exit 1
printf '%s\\n' "$reply"`

const CODEX = `#!/bin/sh
# codex.sh: a session of Codex for each thread; Codex chooses its id, which is noted here
known="\${XDG_STATE_HOME:-$HOME/.local/state}/flockwork-codex/$FLOCKWORK_AGENT"
mkdir -p "$known" || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
${TASK}
ask() {
  printf '%s\\n\\n%s\\n' "$task" "$message" |
    codex exec "$@" --json --skip-git-repo-check -o "$work/reply" - > "$work/events"
}
session=$(cat "$known/$FLOCKWORK_THREAD_ID" 2> /dev/null)
if [ -z "$session" ] || ! ask resume "$session"; then
  ask || exit 1
  sed -n 's/.*"type":"thread.started","thread_id":"\\([^"]*\\)".*/\\1/p' "$work/events" > "$known/$FLOCKWORK_THREAD_ID"
fi
cat "$work/reply"`

export const RECIPES: readonly Recipe[] = [
  { name: 'Claude Code', file: 'claude.sh', script: CLAUDE },
  { name: 'Codex', file: 'codex.sh', script: CODEX },
  { name: 'Gemini', file: 'gemini.sh', script: GEMINI },
]

/** The command that runs a recipe against an instance. */
export function recipeCommand(origin: string, { file }: Pick<Recipe, 'file'>): string {
  return `${listenCommand(origin)} --labelled -- sh ./${file}`
}
