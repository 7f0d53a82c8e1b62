import { LegislogError } from '../../../../schemas/errors.ts'
import { asFields, type Fields, fieldsOf, listOf, nullableText } from '../../records/fields.ts'

/** The content of a LegiScan answer, alone or in its envelope: `{"status": "OK", "bill": {…}}` or `{"bill": {…}}`. */
export type Answer =
  | { readonly kind: 'bill'; readonly fields: Fields }
  | { readonly kind: 'roll_call'; readonly fields: Fields }
  | { readonly kind: 'people'; readonly people: readonly Fields[] }
  /** A data set in its envelope: a zip in base64. */
  | { readonly kind: 'dataset'; readonly zip: string }
  | { readonly kind: 'other'; readonly why: string }

const others: Readonly<Record<string, string>> = {
  masterlist: 'a master list: it says what to ask for',
  sessions: 'a list of sessions',
  datasetlist: 'a list of data sets',
  text: 'a text of a bill',
  amendment: 'a text of an amendment',
  supplement: 'a text of a supplement',
  searchresult: 'the result of a search',
}

/** Throws `record_invalid` with LegiScan's own words if the answer is an error, which comes with HTTP status 200. */
export function readAnswer(value: unknown): Answer {
  const answer = asFields(value, 'the answer')
  if (answer.status === 'ERROR') {
    const message = nullableText(fieldsOf(answer, 'alert'), 'message') ?? 'no reason given'
    throw new LegislogError('record_invalid', `status is "ERROR": LegiScan says: ${message}`)
  }
  if (answer.bill !== undefined) return { kind: 'bill', fields: asFields(answer.bill, 'bill') }
  if (answer.roll_call !== undefined)
    return { kind: 'roll_call', fields: asFields(answer.roll_call, 'roll_call') }
  if (answer.person !== undefined) return { kind: 'people', people: [asFields(answer.person, 'person')] }
  if (answer.sessionpeople !== undefined) {
    return { kind: 'people', people: listOf(asFields(answer.sessionpeople, 'sessionpeople'), 'people') }
  }
  if (answer.dataset !== undefined) {
    const { zip } = asFields(answer.dataset, 'dataset')
    if (typeof zip === 'string') return { kind: 'dataset', zip }
  }
  const why = Object.entries(others).find(([name]) => answer[name] !== undefined)?.[1]
  if (why !== undefined) return { kind: 'other', why }
  const names = Object.keys(answer).slice(0, 5).join(', ')
  throw new LegislogError(
    'record_invalid',
    `the answer has ${names || 'nothing'}, not a bill, roll_call or person`,
  )
}
