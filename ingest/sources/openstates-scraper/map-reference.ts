import type { ReadRecord } from '../../files/records.ts'
import type { Observation } from '../../source-interface/observation.ts'
import type { SourceItem } from '../../source-interface/source.ts'
import { looseText } from '../records/fields.ts'
import { rejected, rejectionOf } from '../records/rejections.ts'
import { type FolderIndex, fieldsOfRecord, placeOf } from './folder-index.ts'
import { mapJurisdiction } from './map-jurisdiction.ts'
import { mapOrganization } from './map-organization.ts'
import { kindOf, requirePlace } from './place.ts'

/** Jurisdictions, sessions and organizations come before the records that belong to them. */
export function* mapReference(
  frame: readonly ReadRecord[],
  index: FolderIndex,
  startedAt: string,
): Generator<SourceItem> {
  const names = organizationNames(frame)
  const observations: Observation[] = []
  for (const record of frame) {
    const place = placeOf(index, record.name)
    const newestAt = place?.newest_at ?? startedAt
    try {
      const fields = fieldsOfRecord(record)
      if (kindOf(record.name) === 'jurisdiction') {
        observations.push(...mapJurisdiction(fields, newestAt, record.name))
      } else {
        const named = requirePlace(place, record.name)
        observations.push(mapOrganization(fields, named, names, newestAt, record.name))
      }
    } catch (error) {
      yield rejectionOf(record, error, place?.jurisdiction.division_id ?? null)
    }
  }
  yield* withoutCopies(observations)
}

function organizationNames(frame: readonly ReadRecord[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const record of frame) {
    if (kindOf(record.name) !== 'organization') continue
    try {
      const fields = fieldsOfRecord(record)
      names.set(looseText(fields, '_id'), looseText(fields, 'name'))
    } catch {
      // The fault is reported when the record is mapped.
    }
  }
  return names
}

/** Each run of a scraper writes them again. The newest of equal ones stands for all. */
function* withoutCopies(observations: readonly Observation[]): Generator<SourceItem> {
  const byKey = Map.groupBy(observations, ({ entity, key }) => `${entity} ${key}`)
  for (const list of byKey.values()) {
    const ordered = list.toSorted((a, b) => Date.parse(a.observed_at) - Date.parse(b.observed_at))
    const distinct = ordered.filter((observation, position) => {
      const next = ordered[position + 1]
      return next === undefined || contentOf(next) !== contentOf(observation)
    })
    for (const [position, observation] of distinct.entries()) {
      const before = distinct[position - 1]
      if (before?.observed_at === observation.observed_at) yield clash(before, observation)
      else yield { kind: 'observed', group: [observation] }
    }
    const { jurisdiction, entity } = list[0]!
    const count = list.length - distinct.length
    if (count > 0) yield { kind: 'copies', jurisdiction, entity, count }
  }
}

const contentOf = (observation: Observation): string => JSON.stringify(observation.parts)

/** Two sessions of one identifier in one document (Virginia 2018specialI): the first keeps it. */
function clash(first: Observation, second: Observation): SourceItem {
  return rejected({
    record: second.record,
    reason: 'conflicting_duplicate',
    detail: `${second.entity} ${second.key} is ${contentOf(first)} there too`,
    bytes: Buffer.from(contentOf(second)),
    jurisdiction: second.jurisdiction,
  })
}
