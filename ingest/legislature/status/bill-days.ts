import type { Action } from '../../../schemas/event-bodies/bill.ts'
import { dayOf } from '../../../schemas/values/calendar-day.ts'
import { type StatusAction, stepsOf } from './action-steps.ts'
import type { StepKind } from './step-rules.ts'

export type BillDays = { readonly introduced_on: string | null; readonly prefiled_on: string | null }

/** Steps that can happen to a bill before any chamber has it. */
const BEFORE_INTRODUCTION: ReadonlySet<StepKind> = new Set([
  'filed',
  'amended',
  'carried_over',
  'retained',
  'withdrawn',
])
/** New Hampshire and Virginia enter bills weeks before, with the day of their introduction in the words. */
const PRINTED_DAY = /(?:^introduced (?:\(in recess of\) )?|\boffered )(\d\d)[/-](\d\d)[/-](\d{4})\b/iu

/**
 * `introduced_on` is the day of the first action that shows a bill before its chamber. That is an introduction, a
 * reading or a referral. If the actions have none of these, it is a report or a vote. A bill that was only filed is not
 * introduced yet. `prefiled_on` is the day on which it was filed, if that day is earlier. `place` is the postal code;
 * actions are oldest first.
 */
export function billDays(actions: readonly Action[], place: string): BillDays {
  const dated = actions.filter(({ placed_on }) => placed_on === undefined)
  const filed = dated.find((action) => stepsOf(action, place).some(({ kind }) => kind === 'filed'))
  const shown = dated.find((action) =>
    stepsOf(action, place).some(({ kind }) => !BEFORE_INTRODUCTION.has(kind)),
  )
  const firstDay = filed === undefined ? dayOf(dated[0]?.date) : null
  const introducedOn =
    printedDay(filed) ?? printedDay(shown) ?? (shown === undefined ? firstDay : dayOf(shown.date))
  const enteredOn = filed === undefined ? dayOf(shown?.date) : dayOf(filed.date)
  const isEarlier = enteredOn !== null && (introducedOn === null || enteredOn < introducedOn)
  return { introduced_on: introducedOn, prefiled_on: isEarlier ? enteredOn : null }
}

function printedDay(action: StatusAction | undefined): string | null {
  const reported = action === undefined ? null : PRINTED_DAY.exec(action.description)
  return reported === null ? null : dayOf(`${reported[3]}-${reported[1]}-${reported[2]}`)
}
