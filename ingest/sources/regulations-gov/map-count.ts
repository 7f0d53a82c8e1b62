import { toInstant } from '../../dates/instant.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { regulationsGovKey } from '../federal-documents/document-number.ts'
import { UNITED_STATES } from '../federal-documents/eastern-day.ts'
import { type Fields, fieldsOf, integerOf, textOf } from '../records/fields.ts'

/**
 * Maps only the number of comments on one document. If no listing has the document yet, the count waits for
 * it.
 */
export function mapCount(fields: Fields, givenAt: string, record: string): ObservationOf<'regulation'> {
  const id = textOf(fields, 'id')
  return {
    entity: 'regulation',
    key: regulationsGovKey(id),
    record_key: `${id}/count`,
    discriminator: null,
    ocd_id: null,
    jurisdiction: UNITED_STATES,
    observed_at: givenAt,
    schema_rank: 1,
    parts: {
      comment_count: {
        count: integerOf(fieldsOf(fields, 'attributes'), 'count'),
        as_of: toInstant(givenAt),
      },
    },
    bill: null,
    aliases: [],
    removed: null,
    record,
  }
}
