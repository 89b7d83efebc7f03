/** Input schemas of the calls about tasks. */
import * as z from 'zod/mini'
import { Names, shownName } from './common.ts'
import {
  TASK_CONTEXT_ITEMS_MAX,
  TASK_CONTEXT_LINE_MAX_CHARS,
  TASK_CONTEXT_TEXT_MAX_CHARS,
  TASK_DESCRIPTION_MAX_CHARS,
  TASK_EXPECTED_MINUTES_MAX,
  TASK_NOTE_MAX_CHARS,
  TASK_SKILL_MAX_CHARS,
  TASK_SKILLS_MAX,
  TASK_TITLE_MAX_CHARS,
} from './limits.ts'
import { GroomingChecklist } from './tasks.ts'
import { readPriority } from './tasks/priorities.ts'
import { TASK_STATUSES, readStatus } from './tasks/statuses.ts'

/** Counts code points. */
function text(max: number, problem = `At most ${max} characters`) {
  return z.string().check(
    z.trim(),
    z.refine((value) => value.length <= max || Array.from(value).length <= max, problem),
  )
}

export const TaskTitle = shownName(TASK_TITLE_MAX_CHARS).check(z.minLength(1, 'Title is required'))
export const TaskDescription = text(TASK_DESCRIPTION_MAX_CHARS)
export const NoteText = text(TASK_NOTE_MAX_CHARS).check(z.minLength(1, 'Please enter a note'))

const Skill = shownName(TASK_SKILL_MAX_CHARS)
/** Without empty ones and case-insensitive duplicates. */
export const Skills = z.pipe(
  z.pipe(
    z.array(Skill).check(z.maxLength(TASK_SKILLS_MAX * 2)),
    z.transform((skills: string[]) =>
      skills.filter((skill, index) => skill !== '' && isFirst(skills, skill, index)),
    ),
  ),
  z.array(z.string()).check(z.maxLength(TASK_SKILLS_MAX, `At most ${TASK_SKILLS_MAX} skills`)),
)

function isFirst(skills: readonly string[], skill: string, index: number): boolean {
  return skills.findIndex((one) => one.toLowerCase() === skill.toLowerCase()) === index
}

/** What is left out stays as it is. */
export const RequirementsInput = z.object({
  skills: z.nullish(Skills),
  grooming_checklist: z.nullish(z.partial(GroomingChecklist)),
})

const Line = text(TASK_CONTEXT_LINE_MAX_CHARS)
const Lines = z.array(Line).check(z.maxLength(TASK_CONTEXT_ITEMS_MAX, `At most ${TASK_CONTEXT_ITEMS_MAX}`))
const LongText = text(TASK_CONTEXT_TEXT_MAX_CHARS)

/** What is left out stays as it is. */
export const ContextDataInput = z.object({
  branch_name: z.optional(z.nullable(Line)),
  pr_url: z.optional(
    z.nullable(
      Line.check(z.refine((url) => url === '' || /^https?:\/\//i.test(url), 'Must be a web address')),
    ),
  ),
  files_changed: z.optional(Lines),
  issues_encountered: z.optional(z.nullable(LongText)),
  time_spent: z.optional(z.object({ actual_minutes: z.nullable(z.number().check(z.gte(0), z.lte(1e6))) })),
  testing_notes: z.optional(z.nullable(LongText)),
  deliverables: z.optional(Lines),
})
export type ContextDataInput = z.infer<typeof ContextDataInput>

/** An unknown priority means medium (docs/rules/tasks.md#priority). */
export const PriorityInput = z.pipe(
  z.string(),
  z.transform((word) => readPriority(word)),
)

export const StatusInput = z.pipe(
  z.string(),
  z.transform((word, context) => {
    const status = readStatus(word)
    if (status !== null) return status
    context.issues.push({
      code: 'custom',
      message: `Must be one of ${TASK_STATUSES.join(', ')}`,
      input: word,
    })
    return z.NEVER
  }),
)

export const Statuses = z.pipe(Names, z.array(StatusInput))
export const Priorities = z.pipe(Names, z.array(PriorityInput))

/** With a four-digit year, because not every database stores longer or signed ones. */
const TIME = /^\d{4}-\d\d-\d\d(?:[T ][\d:.Z+-]+)?$/i

function isTime(value: string): boolean {
  if (!TIME.test(value) || Number.isNaN(Date.parse(value))) return false
  // 30 February would be parsed as a day in March
  const day = value.slice(0, 10)
  return new Date(day).toISOString().startsWith(day)
}

/** RFC 3339, or a date. */
export const TimeInput = z.pipe(
  z.string().check(z.maxLength(40), z.refine(isTime, 'Must be a time')),
  z.transform((value) => new Date(value).toISOString()),
)
export const ExpectedMinutes = z
  .number()
  .check(
    z.int('Must be a whole number'),
    z.gte(1, 'At least 1'),
    z.lte(TASK_EXPECTED_MINUTES_MAX, `At most ${TASK_EXPECTED_MINUTES_MAX}`),
  )

/** The version that the caller read: a task that changed since is not overwritten (409). */
export const SeenVersion = z.nullish(z.number().check(z.int()))
