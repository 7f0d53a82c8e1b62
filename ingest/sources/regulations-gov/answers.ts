import { LegislogError } from '../../../schemas/errors.ts'
import { asFields, type Fields, invalid, looseText, textOf } from '../records/fields.ts'

/** A resource of an answer, either from a list or requested alone. */
export type Resource = { readonly type: string; readonly fields: Fields; readonly is_alone: boolean }

/**
 * Gives the answers of one body. A daily file is an array of result pages; an API answer is one page or one
 * resource. Each is read separately, so that an error in one does not affect the others.
 */
export function answersOf(body: unknown): readonly unknown[] {
  return Array.isArray(body) ? body : [body]
}

/** Throws `record_invalid` with the publisher's words if the answer is an error. */
export function resourcesOf(answer: unknown): readonly unknown[] {
  const fields = asFields(answer, 'the answer')
  refuseError(fields)
  if (Array.isArray(fields.data)) return fields.data
  if (fields.data === undefined) throw invalid('data', fields.data, 'what was asked for')
  return [fields.data]
}

export function isList(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && Array.isArray((answer as Fields).data)
}

export function resourceOf(value: unknown, isAlone: boolean): Resource {
  const fields = asFields(value, 'data')
  return { type: textOf(fields, 'type'), fields, is_alone: isAlone }
}

/**
 * The service sends `{"errors":[{"status":"400","title":"Invalid ID: …"}]}`, its gateway
 * `{"error":{"code":…}}`.
 */
function refuseError({ errors, error }: Fields): void {
  const first = Array.isArray(errors) ? errors[0] : error
  if (first === undefined || first === null) return
  const fields = asFields(first, 'errors')
  const message = ['status', 'code', 'title', 'message', 'detail'].map((name) => looseText(fields, name))
  throw new LegislogError(
    'record_invalid',
    `the answer is an error: ${message.filter((text) => text !== '').join(' ')}`,
  )
}
