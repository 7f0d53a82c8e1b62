import { dayOf } from '../../schemas/values/calendar-day.ts'
import { invalidParameter } from '../http/problem.ts'

/** Checks a calendar day, YYYY-MM-DD. */
export function dayParameter(name: string, text: string): string
export function dayParameter(name: string, text: string | undefined): string | undefined
export function dayParameter(name: string, text: string | undefined): string | undefined {
  if (text === undefined || dayOf(text) === text) return text
  throw invalidParameter(name, `${name} is ${JSON.stringify(text)}; it must be a day such as 2026-01-31.`)
}
