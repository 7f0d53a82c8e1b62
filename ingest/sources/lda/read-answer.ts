import { toLocal } from '../../dates/local-time.ts'
import { dollarsOf } from '../advocacy/dollars.ts'
import {
  type Fields,
  fieldsOf,
  integerOf,
  listOf,
  looseText,
  nullableText,
  textOf,
} from '../records/fields.ts'
import { filedDay } from './filed-days.ts'
import { issueCodeOf } from './issue-codes.ts'
import { distinct, filingOf, type ReadFiling, yearOf } from './read-filing.ts'

const EASTERN = 'America/New_York'

/** A filing as the API gives it. */
export const isAnswer = (fields: Fields): boolean => 'filing_uuid' in fields

export function readAnswer(fields: Fields): ReadFiling {
  const registrant = fieldsOf(fields, 'registrant')
  const client = fieldsOf(fields, 'client')
  const income = dollarsOf(fields, 'income')
  const expenses = dollarsOf(fields, 'expenses')
  const isSelfFiled = client.client_self_select === true
  return filingOf({
    filing_uuid: textOf(fields, 'filing_uuid').trim().toLowerCase(),
    type: textOf(fields, 'filing_type_display'),
    year: yearOf(looseText(fields, 'filing_year'), 'filing_year'),
    period: nullableText(fields, 'filing_period_display'),
    posted_at: toLocal(textOf(fields, 'dt_posted'), EASTERN) ?? null,
    effective_on: filedDay(nullableText(client, 'effective_date')),
    registrant: {
      name: textOf(registrant, 'name'),
      description: nullableText(registrant, 'description'),
      registrant_number: String(integerOf(registrant, 'id')),
    },
    client: {
      name: textOf(client, 'name'),
      description: nullableText(client, 'general_description'),
      registrant_number: null,
      client_number: nullableText(client, 'client_id'),
    },
    is_self_filed: isSelfFiled,
    amount: income ?? expenses,
    amount_kind: income !== null ? 'income' : expenses !== null ? 'expenses' : null,
    activities: listOf(fields, 'lobbying_activities').map((activity) => ({
      issue_code: issueCodeOf(nullableText(activity, 'general_issue_code')),
      issue: nullableText(activity, 'general_issue_code_display'),
      description: nullableText(activity, 'description'),
      agencies: distinct(listOf(activity, 'government_entities').map((body) => nullableText(body, 'name'))),
      lobbyists: distinct(listOf(activity, 'lobbyists').map(personOf)),
    })),
    agencies: [],
    lobbyists: [],
    affiliated_organizations: distinct(
      listOf(fields, 'affiliated_organizations').map((one) => nullableText(one, 'name')),
    ),
    foreign_entities: listOf(fields, 'foreign_entities').flatMap((one) => {
      const name = nullableText(one, 'name')
      return name === null ? [] : [{ name, country: nullableText(one, 'country_display') }]
    }),
    source_url: nullableText(fields, 'filing_document_url'),
  })
}

function personOf(fields: Fields): string {
  const person = fieldsOf(fields, 'lobbyist')
  return ['first_name', 'middle_name', 'last_name', 'suffix_display']
    .flatMap((part) => nullableText(person, part) ?? [])
    .join(' ')
}
