import { dayOf } from '../../../schemas/values/calendar-day.ts'
import { isWebLink } from '../../../schemas/values/web-link.ts'
import { mintOcdId } from '../../identity/identity-keys.ts'
import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { type NamedOrganization, observePosition, partyOf } from '../advocacy/observe-advocacy.ts'
import { createOrganizationsOnce } from '../advocacy/organizations-once.ts'
import { CONGRESS, congressBill } from '../congress/congress-numbers.ts'
import { asFields, type Fields, fieldsOf, invalid, nullableText, textOf } from '../records/fields.ts'
import { readRecords } from '../records/read-records.ts'
import { parseJson, rejectionOf, textOfRecord } from '../records/rejections.ts'

/**
 * Statements of administration policy: what the White House says about a bill. The list names the bill, the day and the
 * document, and not whether the statement is for or against, so the stance is null.
 */
export const administrationPolicy: Source = { name: 'administration-policy', mapper_version: 1, read }

const PLACE = CONGRESS.division_id

const WHITE_HOUSE: NamedOrganization = {
  publisher: 'us-eop',
  identifier: 'executive-office-of-the-president',
  name: 'Executive Office of the President',
  jurisdiction: PLACE,
  type: 'government',
  roles: ['speaker'],
  other_names: ['White House'],
  description: null,
  url: 'https://www.whitehouse.gov/',
  counts: null,
  sources: [],
}

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const organizations = createOrganizationsOnce()
  yield* readRecords(input, {
    jurisdictionOf: () => PLACE,
    whyPassedOver: (name) => (/\.json(?:#\d+)?$/iu.test(name) ? null : 'no statements'),
    *map({ name, bytes, fetched_at }) {
      const observed_at = fetched_at ?? input.started_at
      const root = parseJson(textOfRecord(bytes))
      if (!Array.isArray(root)) throw invalid('the file', root, 'a list of statements')
      for (const [index, value] of root.entries()) {
        const record = `${name}#${index + 1}`
        try {
          const positions = positionsOf(fieldsOf(asFields(value, `[${index}]`), 'fields'))
          yield* organizations(WHITE_HOUSE, { record: name, observed_at })
          for (const position of positions)
            yield observePosition(position, { record, observed_at, jurisdiction: PLACE })
        } catch (error) {
          yield rejectionOf({ name: record, bytes: Buffer.from(JSON.stringify(value)) }, error, PLACE)
        }
      }
    },
  })
}

type Position = Parameters<typeof observePosition>[0]

/** A statement about several bills is a position on each. */
function positionsOf(fields: Fields): Position[] {
  const congress = textOf(fields, 'congress').trim()
  const printed = textOf(fields, 'bill_number')
  const bills = printed.split(/,|\/|and/u).map((one) => {
    const [, type = '', number = ''] = NUMBER.exec(one) ?? []
    if (number === '')
      throw invalid('bill_number', printed, 'numbers of bills such as HR1625 or HJRes67,HJRes66')
    return congressBill(congress, SHORT_TYPES[type] ?? type, number)
  })
  const issued = textOf(fields, 'date_issued')
  const stated_on = dayOf(issued)
  if (stated_on === null) throw invalid('date_issued', issued, 'a day such as 2018-03-22')
  const links = ['original_pdf_link', 'permanent_pdf_link'].map(
    (name) => nullableText(fields, name)?.trim() ?? '',
  )
  return bills.map((bill) => ({
    organization: partyOf(WHITE_HOUSE),
    bill: {
      ocd_id: mintOcdId('bill', bill.key),
      jurisdiction: PLACE,
      session: congress,
      identifier: bill.identifier,
    },
    regulation: null,
    stance: null,
    kind: 'statement_of_administration_policy',
    stated_on,
    title: nullableText(fields, 'bill_title'),
    quote: null,
    source_url: links.find(isWebLink) ?? null,
  }))
}

/** `HR34HA`: the statement is about an amendment of the House to the bill. */
const NUMBER = /^\s*([A-Za-z. ]+?)\s*(\d{1,5})(?:HA|SA|HAtoSA)?\s*$/u

const SHORT_TYPES: Readonly<Record<string, string>> = { HJR: 'HJRES', SJR: 'SJRES' }
