import type { Committee } from '../../../schemas/event-bodies/reference.ts'
import type { Chamber } from '../../../schemas/vocabulary/vocabulary.ts'
import { mintOcdId, upstreamKey } from '../../identity/identity-keys.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import { openStatesCommitteeId, openStatesPersonId, subcommitteeKey } from '../congress/member-ids.ts'
import { webAddress } from '../mapping/web-address.ts'
import { type Fields, invalid, nullableText, textOf } from '../records/fields.ts'

const { division_id } = CONGRESS
const chambers: Readonly<Record<string, Chamber>> = { house: 'lower', senate: 'upper', joint: 'legislature' }

/** `members`: from the membership file, by the committee's whole id (`HSAG15`). null if that file is missing. */
export function mapCommittee(
  fields: Fields,
  parent: Fields | null,
  members: readonly Fields[] | null,
  observedAt: string,
  record: string,
): ObservationOf<'committee'> {
  const type = textOf(parent ?? fields, 'type')
  const chamber = chambers[type]
  if (chamber === undefined) throw invalid('type', type, 'house, senate or joint')
  const thomasId = thomasIdOf(fields, parent)
  const name = textOf(fields, 'name')
  const parentId = parent === null ? null : openStatesCommitteeId(textOf(parent, 'thomas_id'))
  return {
    entity: 'committee',
    key: upstreamKey(openStatesCommitteeId(thomasId)),
    also_keys: parentId === null ? [] : [subcommitteeKey(parentId, name)],
    discriminator: null,
    ocd_id: null,
    jurisdiction: division_id,
    observed_at: observedAt,
    schema_rank: 1,
    parts: {
      committee: {
        jurisdiction: division_id,
        chamber,
        name,
        classification: parent === null ? 'committee' : 'subcommittee',
        parent_ocd_id: parentId === null ? null : mintOcdId('committee', upstreamKey(parentId)),
        memberships: (members ?? []).map(membershipOf),
        links: linksOf(fields),
        other_names: [],
        sources: [{ url: 'https://unitedstates.github.io/congress-legislators/', note: '' }],
      },
    },
    bill: null,
    aliases: [{ scheme: 'thomas', value: thomasId }],
    removed: null,
    record,
  }
}

/** The number of a subcommittee follows the id of its committee. */
export function thomasIdOf(fields: Fields, parent: Fields | null): string {
  const id = textOf(fields, 'thomas_id')
  return parent === null ? id : `${textOf(parent, 'thomas_id')}${id}`
}

function membershipOf(member: Fields): Committee['memberships'][number] {
  return {
    person_name: textOf(member, 'name'),
    role: roleOf(nullableText(member, 'title')),
    person_ocd_id: openStatesPersonId(textOf(member, 'bioguide')),
    start_date: nullableText(member, 'start_date'),
    end_date: nullableText(member, 'end_date'),
  }
}

/** One word for one office: Chair, Chairman and Chairwoman are `chair`, as in Open States. */
function roleOf(title: string | null): string {
  if (title === null) return 'member'
  return title.toLowerCase().replace(/\bchair(?:man|woman|person)\b/gu, 'chair')
}

function linksOf(fields: Fields): Committee['links'] {
  const notes = { url: 'homepage', minority_url: 'minority', rss_url: 'rss' } as const
  return Object.entries(notes).flatMap(([field, note]) => {
    const url = nullableText(fields, field)
    return url === null ? [] : [{ url: webAddress(url), note }]
  })
}
