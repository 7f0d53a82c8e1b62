import { chambers } from '../../../schemas/vocabulary/vocabulary.ts'
import { mintOcdId, upstreamKey } from '../../identity/identity-keys.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { subcommitteeKey } from '../congress/member-ids.ts'
import { divisionOfJurisdiction } from '../mapping/district-division.ts'
import { linksOf } from '../mapping/links.ts'
import { type Fields, invalid, mapList, nullableText, textOf } from '../records/fields.ts'

export function mapCommittee(fields: Fields, observedAt: string, record: string): ObservationOf<'committee'> {
  const id = textOf(fields, 'id')
  const jurisdictionId = textOf(fields, 'jurisdiction')
  const jurisdiction = divisionOfJurisdiction(jurisdictionId)
  if (jurisdiction === undefined) throw invalid('jurisdiction', jurisdictionId, 'a jurisdiction id')
  const parent = nullableText(fields, 'parent')
  return {
    entity: 'committee',
    key: upstreamKey(id),
    also_keys: parent === null ? [] : [subcommitteeKey(parent, textOf(fields, 'name'))],
    // The source lists some committees under two ids. Both records are one committee.
    ...(parent === null ? {} : { record_key: id }),
    discriminator: null,
    ocd_id: null,
    jurisdiction,
    observed_at: observedAt,
    schema_rank: 1,
    parts: {
      committee: {
        jurisdiction,
        chamber: chambers.find((word) => word === fields.chamber) ?? null,
        name: textOf(fields, 'name'),
        classification: textOf(fields, 'classification'),
        parent_ocd_id: parent === null ? null : mintOcdId('committee', upstreamKey(parent)),
        memberships: mapList(fields, 'members', (item) => ({
          person_name: textOf(item, 'name'),
          role: nullableText(item, 'role') ?? 'member',
          person_ocd_id: nullableText(item, 'person_id'),
          start_date: nullableText(item, 'start_date'),
          end_date: nullableText(item, 'end_date'),
        })),
        links: linksOf(fields, 'links'),
        other_names: mapList(fields, 'other_names', (item) => ({ name: textOf(item, 'name') })),
        sources: linksOf(fields, 'sources'),
      },
    },
    bill: null,
    aliases: [{ scheme: 'openstates', value: id }],
    removed: null,
    record,
  }
}
