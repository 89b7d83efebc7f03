/** Client-side checks of a task's fields, which save a round trip to the server. Pure. */
import {
  TASK_DESCRIPTION_MAX_CHARS,
  TASK_EXPECTED_MINUTES_MAX,
  TASK_SKILL_MAX_CHARS,
  TASK_SKILLS_MAX,
  TASK_TITLE_MAX_CHARS,
} from '@flockwork/contract/limits'
import { codePoints } from '@flockwork/contract/text/message-text'
import { taskDialogs as words } from '../../../strings/task-dialogs.ts'

export function titleFault(title: string): string | false {
  if (title.trim() === '') return words.needsTitle
  return codePoints(title.trim()) > TASK_TITLE_MAX_CHARS && words.tooLong(TASK_TITLE_MAX_CHARS)
}

export function descriptionFault(description: string): string | false {
  return (
    codePoints(description.trim()) > TASK_DESCRIPTION_MAX_CHARS && words.tooLong(TASK_DESCRIPTION_MAX_CHARS)
  )
}

export function minutesFault(minutes: string): string | false {
  const count = Number(minutes.trim())
  const isRight = Number.isInteger(count) && count >= 1 && count <= TASK_EXPECTED_MINUTES_MAX
  return !isRight && words.minutesRange(TASK_EXPECTED_MINUTES_MAX)
}

export function skillsFault(skills: readonly string[]): string | false {
  if (skills.length > TASK_SKILLS_MAX) return words.tooManySkills(TASK_SKILLS_MAX)
  return (
    skills.some((skill) => codePoints(skill) > TASK_SKILL_MAX_CHARS) &&
    words.skillTooLong(TASK_SKILL_MAX_CHARS)
  )
}

/** Parses comma-separated skills: without empty ones and case-insensitive duplicates. */
export function skillsIn(typed: string): string[] {
  return typed.split(',').reduce<string[]>((skills, one) => withSkill(skills, one) ?? skills, [])
}

/** Null for empty text and for a skill that is already there. */
export function withSkill(skills: readonly string[], typed: string): string[] | null {
  const skill = typed.trim()
  const isThere = skills.some((one) => one.toLowerCase() === skill.toLowerCase())
  return skill === '' || isThere ? null : [...skills, skill]
}
