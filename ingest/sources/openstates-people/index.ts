import { readFiles } from '../../files/file-input.ts'
import type { FileInput, Observation, Source, SourceItem } from '../../observation.ts'
import { asFields, type Fields, invalid, textOf } from '../fields.ts'
import { brokenArchive, rejectedUnreadable, rejectionOf, textOfRecord } from '../rejections.ts'
import { parseYaml } from '../yaml.ts'
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

/** Lists of settings that stand among the records. */
const NO_RECORD = /(?:^|\/)(?:settings|municipalities)\.ya?ml$/u

/** The files carry no time: a later reading is newer, so each is dated by its fetch or by the start of its run. */
async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  for await (const record of readFiles(input)) {
    const broken = brokenArchive(record, null)
    if (broken !== null) {
      yield broken
      continue
    }
    if (!/\.ya?ml$/iu.test(record.name) || NO_RECORD.test(record.name)) {
      input.passed_over?.(record.name, 'no person and no committee')
      continue
    }
    if (record.kind === 'unreadable') yield rejectedUnreadable(record, null)
    else {
      try {
        const fields = asFields(parseYaml(textOfRecord(record.bytes)), 'the record')
        yield {
          kind: 'observed',
          group: [mapRecord(fields, record.fetched_at ?? input.started_at, record.name)],
        }
      } catch (error) {
        yield rejectionOf(record, error, null)
      }
    }
  }
}

function mapRecord(fields: Fields, observed_at: string, record: string): Observation {
  const id = textOf(fields, 'id')
  if (id.startsWith('ocd-person/')) return mapPerson(fields, observed_at, record)
  if (id.startsWith('ocd-organization/')) return mapCommittee(fields, observed_at, record)
  throw invalid('id', id, 'the id of a person or an organization')
}
