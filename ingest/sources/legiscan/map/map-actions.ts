import type { JurisdictionEntry } from '../../../../schemas/vocabulary/jurisdictions.ts'
import type { ActionClass } from '../../../../schemas/vocabulary/vocabulary.ts'
import { classifyAction } from '../../../legislature/action-classes/classify-action.ts'
import type { BillParts } from '../../../source-interface/observation.ts'
import type { LeftOut } from '../../mapping/left-out.ts'
import { type Fields, listOf, looseText, textOf } from '../../records/fields.ts'
import { bodyOf } from '../fields/chamber.ts'
import { dayOf, flagOf, nullableDay, nullableNumber } from '../fields/values.ts'
import { classOfProgress, meansTheSame } from './progress.ts'

type Action = BillParts['actions'][number]
type Step = { readonly date: string; readonly event: number }

/**
 * Sorts the history: LegiScan lists it oldest first, so only days out of order move. LegiScan has no action classes:
 * they come from the words, and LegiScan's own progress fills the gaps.
 */
export function mapActions(
  fields: Fields,
  jurisdiction: JurisdictionEntry,
  isResolution: boolean,
  leftOut: LeftOut,
): Action[] {
  const history = leftOut.items('history', listOf(fields, 'history'), (item) => historyOf(item, jurisdiction))
  history.sort((a, b) => (a.action.date < b.action.date ? -1 : a.action.date > b.action.date ? 1 : 0))
  for (const step of stepsOf(fields, jurisdiction, leftOut)) fillFrom(step, history, isResolution)
  if (jurisdiction.abbreviation === 'ga') unsign(history)
  return history.map(({ action }) => action)
}

type History = { action: Action; readonly is_major: boolean }

function historyOf(item: Fields, jurisdiction: JurisdictionEntry): History {
  const { chamber, organization } = bodyOf(looseText(item, 'chamber'), jurisdiction)
  const description = textOf(item, 'action')
  const { division_id, time_zone } = jurisdiction
  const action = {
    date: dayOf(item, 'date', time_zone),
    chamber,
    organization,
    description,
    classification: classifyAction({ division_id, chamber, description }),
    related_entities: [],
  }
  return { action, is_major: flagOf(item, 'importance') }
}

/** Gives the steps from the API's `progress`. A CSV set has only the present status and its day. */
function stepsOf(fields: Fields, { time_zone }: JurisdictionEntry, leftOut: LeftOut): Step[] {
  const reported =
    fields.progress === undefined
      ? [{ date: fields.status_date, event: fields.status }]
      : listOf(fields, 'progress')
  return reported.flatMap((item) => {
    const date = nullableDay(item, 'date', { time_zone, left_out: leftOut, list: 'progress' })
    const event = nullableNumber(item, 'event')
    return date === null || event === null ? [] : [{ date, event }]
  })
}

/**
 * Georgia enters a veto in two lines of one day: `Date Signed by Governor`, then `Veto V2`. The bill was not
 * signed.
 */
function unsign(history: readonly History[]): void {
  const vetoed = history.filter(({ action }) => action.classification.includes('executive-veto'))
  for (const one of history) {
    const { action } = one
    if (!vetoed.some((veto) => veto !== one && veto.action.date === action.date)) continue
    const classification = action.classification.filter((word) => word !== 'executive-signature')
    one.action = { ...action, classification }
  }
}

/**
 * Adds a step without a matching class to the last unclassified action of that day, major actions first. An action
 * that is classified by its words keeps that class, because the printed words decide.
 */
function fillFrom({ date, event }: Step, history: readonly History[], isResolution: boolean): void {
  const reported = (classOfProgress as Readonly<Record<number, ActionClass>>)[event]
  if (reported === undefined) return
  const word = isResolution && reported === 'became-law' ? 'passage' : reported
  const day = history.filter(({ action }) => action.date === date)
  const meant: readonly string[] = [word, ...(meansTheSame[word] ?? [])]
  if (day.some(({ action }) => action.classification.some((one) => meant.includes(one)))) return
  const silent = day.filter(({ action }) => action.classification.length === 0)
  const chosen = silent.findLast(({ is_major }) => is_major) ?? silent.at(-1)
  if (chosen !== undefined) chosen.action = { ...chosen.action, classification: [word] }
}
