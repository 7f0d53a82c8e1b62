import type { AdvocacyCounts } from '../../../schemas/event-bodies/advocacy.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { dollarsOf } from '../advocacy/dollars.ts'
import { type NamedOrganization, observeOrganization } from '../advocacy/observe-advocacy.ts'
import {
  asFields,
  type Fields,
  fieldsOf,
  integerOf,
  invalid,
  nullableText,
  textOf,
} from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { parseJson, rejectionOf, textOfRecord } from '../records/rejections.ts'

/** Clients of lobbyists in Massachusetts, with counts of their positions. The bills are not in the data. */
export const maLobbying: Source = { name: 'ma-lobbying', mapper_version: 1, read }

const MASSACHUSETTS = 'ocd-division/country:us/state:ma'
const PUBLISHER = 'us-ma'

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  yield* readRecords(input, {
    jurisdictionOf: () => MASSACHUSETTS,
    whyPassedOver: (name) => (/\.json(?:#\d+)?$/iu.test(name) ? null : 'no clients'),
    *map({ name, bytes, fetched_at }) {
      const root = parseJson(textOfRecord(bytes))
      if (!Array.isArray(root)) throw invalid('the file', root, 'a list of clients')
      let others = 0
      for (const [index, value] of root.entries()) {
        const record = `${name}#${index + 1}`
        try {
          const fields = asFields(value, `[${index}]`)
          if ('entity_slug' in fields) others += 1
          else
            yield observeOrganization(clientOf(fields), {
              record,
              observed_at: fetched_at ?? input.started_at,
            })
        } catch (error) {
          yield rejectionOf({ name: record, bytes: Buffer.from(JSON.stringify(value)) }, error, MASSACHUSETTS)
        }
      }
      if (others > 0) input.passed_over?.(name, 'lobbyists, most of them persons')
    },
  })
}

function clientOf(fields: Fields): NamedOrganization {
  return {
    publisher: PUBLISHER,
    identifier: `client/${textOf(fields, 'client_slug')}`,
    name: textOf(fields, 'client_name'),
    jurisdiction: MASSACHUSETTS,
    type: null,
    roles: ['client'],
    other_names: [],
    description: null,
    url: null,
    counts: countsOf(fields),
    sources: sourcesOf(nullableText(fields, 'sos_search_url')),
  }
}

const sourcesOf = (url: string | null) => (url === null ? [] : [{ url, note: '' }])

function countsOf(fields: Fields): AdvocacyCounts {
  const positions = fieldsOf(fields, 'positions')
  const paid = fieldsOf(fields, 'compensation_by_year')
  return {
    bills: integerOf(fields, 'n_bills_total'),
    support: integerOf(positions, 'support'),
    oppose: integerOf(positions, 'oppose'),
    neutral: integerOf(positions, 'neutral'),
    none: integerOf(positions, 'none'),
    years: listIn(fields, 'years_active').map((year) => integerOf({ years_active: year }, 'years_active')),
    paid: Object.keys(paid)
      .sort()
      .map((year) => ({ year: yearOf(year), amount: dollarsOf(paid, year) ?? '0.00' })),
    subjects: listIn(fields, 'top_tags').map((tag) => {
      const [name, bills] = Array.isArray(tag) ? (tag as readonly unknown[]) : []
      return {
        name: textOf({ 'top_tags.name': name }, 'top_tags.name'),
        bills: integerOf({ bills }, 'bills'),
      }
    }),
  }
}

function listIn(fields: Fields, name: string): readonly unknown[] {
  const value = fields[name] ?? []
  if (!Array.isArray(value)) throw invalid(name, value, 'a list')
  return value
}

function yearOf(text: string): number {
  if (!/^(?:19|20)\d{2}$/u.test(text)) throw invalid('compensation_by_year', text, 'a year')
  return Number(text)
}
