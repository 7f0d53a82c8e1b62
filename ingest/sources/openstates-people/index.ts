import type { Observation } from '../../source-interface/observation.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { asFields, type Fields, invalid, textOf } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { textOfRecord } from '../records/rejections.ts'
import { parseYaml } from '../records/yaml.ts'
import { openstatesPeopleFeed } from './feed.ts'
import { mapCommittee } from './map-committee.ts'
import { mapPerson } from './map-person.ts'

/** The people repository of Open States: legislators, executives, mayors, retired people, committees, as YAML. */
export const openstatesPeople: Source = {
  name: 'openstates-people',
  mapper_version: 2,
  read,
  feed: openstatesPeopleFeed,
}

/** Files with settings among the records. */
const NO_RECORD = /(?:^|\/)(?:settings|municipalities)\.ya?ml$/u

/** The files have no time, so each is dated by its fetch or by the start of its run. */
function read(input: FileInput): AsyncIterable<SourceItem> {
  return readRecords(input, {
    jurisdictionOf: () => null,
    whyPassedOver: (name) =>
      !/\.ya?ml$/iu.test(name) || NO_RECORD.test(name) ? 'no person and no committee' : null,
    *map({ name, bytes, fetched_at }) {
      const fields = asFields(parseYaml(textOfRecord(bytes)), 'the record')
      yield { kind: 'observed', group: [mapRecord(fields, fetched_at ?? input.started_at, name)] }
    },
  })
}

function mapRecord(fields: Fields, observedAt: string, record: string): Observation {
  const id = textOf(fields, 'id')
  if (id.startsWith('ocd-person/')) return mapPerson(fields, observedAt, record)
  if (id.startsWith('ocd-organization/')) return mapCommittee(fields, observedAt, record)
  throw invalid('id', id, 'the id of a person or an organization')
}
