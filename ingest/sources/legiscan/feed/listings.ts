import { LegislogError } from '../../../../schemas/errors.ts'
import { findJurisdiction } from '../../../../schemas/vocabulary/jurisdictions.ts'
import type { Objection } from '../../../source-interface/feed.ts'
import {
  asFields,
  type Fields,
  fieldsOf,
  listOf,
  looseText,
  nullableText,
  textOf,
} from '../../records/fields.ts'
import { idOf, nullableNumber, numberOf } from '../fields/values.ts'

/** LegiScan's `state_id`s, from 1. */
const STATES =
  'al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc us'.split(
    ' ',
  )

/** A session in the list of data sets. Its set is rebuilt every week in which something changed. */
export type Dataset = {
  readonly session_id: string
  /** Postal code. */
  readonly place: string
  readonly year_end: number
  /** LegiScan no longer looks at it. */
  readonly is_over: boolean
  readonly dataset_date: string
  readonly dataset_hash: string
  readonly access_key: string
}

export function readDatasets(body: Buffer): Dataset[] {
  const answer = asFields(JSON.parse(body.toString('utf8')), 'the answer')
  return listOf(answer, 'datasetlist').map((item) => {
    const place = STATES[numberOf(item, 'state_id') - 1]
    if (place === undefined || findJurisdiction(place) === undefined)
      throw new LegislogError(
        'record_invalid',
        `state_id is ${looseText(item, 'state_id')}, which is unknown`,
      )
    return {
      session_id: idOf(item, 'session_id'),
      place,
      year_end: numberOf(item, 'year_end'),
      is_over: nullableNumber(item, 'prior') === 1,
      dataset_date: looseText(item, 'dataset_date'),
      dataset_hash: textOf(item, 'dataset_hash'),
      access_key: textOf(item, 'access_key'),
    }
  })
}

export type Listed = { readonly bill_id: string; readonly change_hash: string }

/** The bills of a master list: an object of numbered entries beside the session. */
export function readMasterList(body: Buffer): Listed[] {
  const answer = asFields(JSON.parse(body.toString('utf8')), 'the answer')
  const list = asFields(answer.masterlist, 'masterlist')
  return Object.entries(list)
    .filter(([name]) => name !== 'session')
    .map(([name, entry]) => {
      const fields = asFields(entry, `masterlist.${name}`)
      return { bill_id: idOf(fields, 'bill_id'), change_hash: textOf(fields, 'change_hash') }
    })
}

/** A roll call in the list of its bill, with its counts, which change when LegiScan corrects it. */
export type ListedRollCall = { readonly roll_call_id: string; readonly counts: string }

export function rollCallsOf(bill: Fields): ListedRollCall[] {
  return listOf(bill, 'votes').map((line) => ({
    roll_call_id: idOf(line, 'roll_call_id'),
    counts: countsOf(line),
  }))
}

export function countsOf(rollCall: Fields): string {
  return ['yea', 'nay', 'nv', 'absent'].map((name) => looseText(rollCall, name)).join('-')
}

/** Errors come with HTTP status 200: `{"status": "ERROR", "alert": {"message": "…"}}`. */
export function objectionTo(body: Buffer): Objection | null {
  if (!body.subarray(0, 200).toString('latin1').includes('"ERROR"')) return null
  let message: string
  try {
    const answer = asFields(JSON.parse(body.toString('utf8')), 'the answer')
    if (answer.status !== 'ERROR') return null
    message = nullableText(fieldsOf(answer, 'alert'), 'message') ?? 'an error without a reason'
  } catch {
    // Not a JSON answer, so it states no error; the reader reports the fault.
    return null
  }
  const detail = `answered with an error: ${message}`
  if (/\bkey\b/iu.test(message)) return { code: 'upstream_refused', detail }
  if (/\blimit|exceed|quota|too many/iu.test(message)) return { code: 'upstream_limited', detail }
  if (/unknown|invalid|not found|no such|does not exist/iu.test(message))
    return { code: 'upstream_rejected', detail }
  return { code: 'upstream_malformed', detail }
}
