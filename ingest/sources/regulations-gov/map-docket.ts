import type { Regulation } from '../../../schemas/event-bodies/regulation.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { type Fields, fieldsOf, nullableText, textOf } from '../records/fields.ts'
import { rinsOf } from './detail.ts'

/** Facts that a docket adds to its documents. */
export type Docket = {
  readonly docket_id: string
  readonly rins: readonly string[]
  /** RFC 3339 */
  readonly modified_at: string | null
  readonly entry: Readonly<Record<string, string>>
}

const KEPT = [
  ['docket_title', 'title'],
  ['docket_type', 'docketType'],
  ['docket_program', 'program'],
  ['docket_abstract', 'dkAbstract'],
] as const

export function docketOf(docket: Fields): Docket {
  const attributes = fieldsOf(docket, 'attributes')
  const reported = KEPT.map(([name, field]) => [name, nullableText(attributes, field)] as const)
  return {
    docket_id: textOf(docket, 'id'),
    rins: rinsOf(attributes.rin),
    modified_at: nullableText(attributes, 'modifyDate'),
    entry: Object.fromEntries(reported.filter((one): one is [(typeof one)[0], string] => one[1] !== null)),
  }
}

/**
 * Adds a docket to each of its documents. It has no dates (a deadline belongs to the document), and it is not
 * an entity. It is a record beside that of the document, so that a listing without the docket removes
 * nothing.
 */
export function inDocket(
  document: ObservationOf<'regulation'>,
  id: string,
  docket: Docket,
): ObservationOf<'regulation'> {
  const { regulation } = document.parts
  const { rins, entry, modified_at } = docket
  const isLater = modified_at !== null && Date.parse(modified_at) > Date.parse(document.observed_at)
  const reported: Regulation = {
    ...regulation!,
    rins: [...rins],
    extras: { regulations_gov: [{ document_id: id, ...entry }] },
  }
  return {
    ...document,
    record_key: `${id}/docket`,
    observed_at: isLater ? modified_at : document.observed_at,
    parts: { regulation: reported },
    aliases: [],
  }
}
