import { issueNames } from '../../../schemas/vocabulary/issue-codes.ts'
import { toLocal } from '../../dates/local-time.ts'
import { dollarsOf } from '../advocacy/dollars.ts'
import { type Fields, fieldsOf, invalid, listOf, nullableText, textOf } from '../records/fields.ts'
import { filedDay } from './filed-days.ts'
import { issueCodeOf } from './issue-codes.ts'
import {
  distinct,
  filingOf,
  type PrintedFiling,
  type PrintedParty,
  type ReadFiling,
  yearOf,
} from './read-filing.ts'

const EASTERN = 'America/New_York'

/** The JSON of a form LD-1 or LD-2. */
export const isForm = (fields: Fields): boolean => 'document_id' in fields && 'registrant' in fields

/** `whyNot` hears of an optional day that cannot be read. */
export function readForm(fields: Fields, whyNot: (why: string) => void): ReadFiling {
  return filingOf('lobbying_activities' in fields ? reportOf(fields) : registrationOf(fields, whyNot))
}

/** LD-1: a registration for a client. */
function registrationOf(fields: Fields, whyNot: (why: string) => void): PrintedFiling {
  const printedDay = nullableText(fieldsOf(fields, 'datetimes'), 'effective_date')
  const effective_on = filedDay(printedDay)
  if (printedDay !== null && effective_on === null)
    whyNot(invalid('effective_date', printedDay, 'a day; the filing is read without it').message)
  const posted_at = postedAt(fields)
  const registrant = fieldsOf(fields, 'registrant')
  const [number = null, clientNumber = null] = numbersOf(fieldsOf(fields, 'identifiers'), 'registrant')
  const details = nullableText(fieldsOf(fields, 'lobbying_issues_detail'), 'lobbying_issues_detail')
  const codes = listOf(fieldsOf(fields, 'lobbying_issues'), 'lobbying_issues').map((issue) =>
    nullableText(issue, 'general_issue_area'),
  )
  const isAmendment = fieldsOf(fields, 'registration_type').is_amendment === true
  return {
    ...sharedOf(fields),
    type: isAmendment ? 'REGISTRATION AMENDMENT' : 'REGISTRATION',
    year: yearOf((effective_on ?? posted_at)?.slice(0, 4) ?? null, 'effective_date'),
    period: null,
    posted_at,
    effective_on,
    registrant: {
      name: registrantName(registrant),
      description: nullableText(registrant, 'registrant_general_description'),
      registrant_number: number,
      is_individual: registrant.self_employed_individual === true,
    },
    client: clientOf(fields, clientNumber),
    amount: null,
    amount_kind: null,
    // The form has one text for all of its issues.
    activities: (codes.length === 0 ? [null] : codes).map((code, index) =>
      activity(code, index === 0 ? details : null, [], []),
    ),
    lobbyists: peopleOf(fieldsOf(fields, 'lobbyists')),
    affiliated_organizations: namesIn(
      fieldsOf(fields, 'affiliated_organizations'),
      'affiliated_organizations',
    ),
    foreign_entities: foreignIn(fieldsOf(fields, 'foreign_entities'), 'foreign_entities'),
  }
}

const QUARTERS = [
  ['one', '1st Quarter (Jan 1 - Mar 31)'],
  ['two', '2nd Quarter (Apr 1 - June 30)'],
  ['three', '3rd Quarter (July 1 - Sep 30)'],
  ['four', '4th Quarter (Oct 1 - Dec 31)'],
] as const

/** LD-2: a report about a quarter. */
function reportOf(fields: Fields): PrintedFiling {
  const report = 'report' in fields ? fieldsOf(fields, 'report') : fieldsOf(fields, 'report_type')
  const flag = (name: string): boolean => report[name] === true || report[`report_${name}`] === true
  const quarter = QUARTERS.find(([name]) => flag(`quarter_${name}`))?.[1] ?? null
  const words = [
    flag('is_termination') ? 'Termination' : flag('is_amendment') ? '' : 'Report',
    flag('is_amendment') ? 'Amendment' : '',
    flag('no_activity') ? '(No Activity)' : '',
  ]
  const registrant = fieldsOf(fields, 'registrant')
  const [number = null, clientNumber = null] = numbersOf(fieldsOf(fields, 'identifiers'), 'client_registrant')
  const income = dollarsOf(fieldsOf(fields, 'income'), 'income_amount')
  const expenses = dollarsOf(fieldsOf(fields, 'expenses'), 'expense_amount')
  const update = fieldsOf(fields, 'registration_update')
  const activities = listOf(fieldsOf(fields, 'lobbying_activities'), 'lobbying_activities')
  return {
    ...sharedOf(fields),
    type: [quarter?.replace(/ \(.*/u, '') ?? 'Report', '-', ...words].filter((word) => word !== '').join(' '),
    year: yearOf(nullableText(report, 'year') ?? nullableText(report, 'report_year'), 'year'),
    period: quarter,
    posted_at: postedAt(fields),
    effective_on: null,
    registrant: {
      name: registrantName(registrant),
      description: nullableText(registrant, 'registrant_general_description'),
      registrant_number: number,
    },
    client: clientOf(fields, clientNumber),
    amount: income ?? expenses,
    amount_kind: income !== null ? 'income' : expenses !== null ? 'expenses' : null,
    activities: activities.map((one) =>
      activity(
        nullableText(one, 'general_issue_area'),
        nullableText(one, 'specific_issues'),
        agenciesOf(nullableText(one, 'houses_and_agencies')),
        peopleOf(one),
      ),
    ),
    lobbyists: [],
    affiliated_organizations: namesIn(update, 'added_affiliated_organizations'),
    foreign_entities: foreignIn(update, 'added_foreign_entities'),
  }
}

const sharedOf = (fields: Fields) => ({
  filing_uuid: textOf(fields, 'document_id').trim().toLowerCase(),
  is_self_filed: fieldsOf(fields, 'client').client_self === true,
  agencies: [],
})

function postedAt(fields: Fields): string | null {
  const printed = nullableText(fieldsOf(fields, 'signature'), 'signature_date')
  return printed === null ? null : (toLocal(printed, EASTERN) ?? filedDay(printed))
}

const registrantName = (registrant: Fields): string => {
  const names = ['registrant_org_name', 'registrant_name']
  const person = ['registrant_individual_firstname', 'registrant_individual_lastname'].flatMap(
    (part) => nullableText(registrant, part) ?? [],
  )
  const name =
    names.map((one) => nullableText(registrant, one)).find((one) => one !== null) ?? person.join(' ')
  return textOf({ registrant_name: name }, 'registrant_name')
}

function clientOf(fields: Fields, clientNumber: string | null): PrintedParty {
  const client = fieldsOf(fields, 'client')
  return {
    name: textOf(client, 'client_name'),
    description: nullableText(client, 'client_general_description'),
    registrant_number: null,
    client_number: clientNumber,
  }
}

/** `65976-2450`: the registrant and its client. A new registrant has only a number of the House, or none. */
function numbersOf(identifiers: Fields, kind: string): readonly string[] {
  const senate = /^(\d+)(?:-(\d+))?$/u.exec(nullableText(identifiers, `${kind}_senate_id`)?.trim() ?? '')
  if (senate !== null) return senate.slice(1).filter((part) => part !== undefined)
  const house = nullableText(identifiers, `${kind}_house_id`)?.trim() ?? ''
  return /^\d+$/u.test(house) ? [`house ${house.slice(0, 5)}`] : []
}

const activity = (
  code: string | null,
  description: string | null,
  agencies: string[],
  lobbyists: string[],
) => {
  const issue_code = issueCodeOf(code)
  return {
    issue_code,
    issue: issue_code === null ? code : issueNames[issue_code],
    description,
    agencies,
    lobbyists,
  }
}

/** `U.S. HOUSE OF REPRESENTATIVES, Treasury - Dept of,`: the names have no comma. */
const agenciesOf = (text: string | null): string[] => distinct((text ?? '').split(','))

const peopleOf = (fields: Fields): string[] =>
  distinct(
    listOf(fields, 'lobbyists').map((one) =>
      ['lobbyist_first_name', 'lobbyist_last_name', 'lobbyist_suffix']
        .flatMap((part) => nullableText(one, part) ?? [])
        .join(' '),
    ),
  )

const namesIn = (fields: Fields, list: string): string[] =>
  distinct(
    listOf(fields, list).map(
      (one) => nullableText(one, 'affiliated_organization_name') ?? nullableText(one, 'name'),
    ),
  )

const foreignIn = (fields: Fields, list: string) =>
  listOf(fields, list).flatMap((one) => {
    const name = nullableText(one, 'foreign_entity_name') ?? nullableText(one, 'name')
    const country =
      nullableText(one, 'foreign_entity_country') ?? nullableText(one, 'foreign_entity_ppb_country')
    return name === null ? [] : [{ name, country }]
  })
