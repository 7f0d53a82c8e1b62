import { toLocal } from '../../dates/local-time.ts'
import { dollarsOf } from '../advocacy/dollars.ts'
import { type Fields, nullableText, textOf } from '../records/fields.ts'
import { elementOf, itemsOf, xmlReader } from '../records/xml.ts'
import { issueCodeOf } from './issue-codes.ts'
import { distinct, filingOf, type ReadFiling, yearOf } from './read-filing.ts'

const EASTERN = 'America/New_York'
const LISTS = ['Filing', 'Lobbyist', 'GovernmentEntity', 'Entity', 'Org', 'Issue']

const parse = xmlReader({ lists: new Set(LISTS), attributes: true })

/** The archives write the ends of lines as `&#xD;&#xA;`, which the parser keeps. */
const plain = (text: string | null): string | null =>
  text?.replaceAll(/&#x([0-9a-f]{1,6});|&#(\d{1,7});/giu, (_whole, hex, decimal) =>
    characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
  ) ?? null

const characterOf = (code: number): string => (code > 0x10_ff_ff ? '' : String.fromCodePoint(code))

/** The filings of one file of an archive: all of them are attributes. */
export const filingsOfXml = (text: string): readonly Fields[] => itemsOf(parse(text), 'PublicFilings/Filing')

export function readXmlFiling(fields: Fields): ReadFiling {
  const registrant = elementOf(fields, 'Registrant')
  const client = elementOf(fields, 'Client')
  const isSelfFiled = nullableText(client, '@SelfFiler') === 'TRUE'
  const amount = dollarsOf(fields, '@Amount')
  return filingOf({
    filing_uuid: textOf(fields, '@ID').trim().toLowerCase(),
    type: textOf(fields, '@Type'),
    year: yearOf(nullableText(fields, '@Year'), 'Year'),
    period: periodOf(fields),
    posted_at: toLocal(textOf(fields, '@Received'), EASTERN) ?? null,
    effective_on: null,
    registrant: {
      name: plain(textOf(registrant, '@RegistrantName'))!,
      description: plain(nullableText(registrant, '@GeneralDescription')),
      registrant_number: nullableText(registrant, '@RegistrantID'),
    },
    client: {
      name: plain(textOf(client, '@ClientName'))!,
      description: plain(nullableText(client, '@GeneralDescription')),
      registrant_number: null,
      client_number: nullableText(client, '@ClientID'),
    },
    is_self_filed: isSelfFiled,
    amount,
    amount_kind: amount === null ? null : isSelfFiled ? 'expenses' : 'income',
    activities: itemsOf(fields, 'Issues/Issue').map((issue) => {
      const printed = nullableText(issue, '@Code')
      return {
        issue_code: issueCodeOf(printed),
        issue: printed,
        description: plain(nullableText(issue, '@SpecificIssue')),
        agencies: [],
        lobbyists: [],
      }
    }),
    agencies: namesOf(fields, 'GovernmentEntities/GovernmentEntity', '@GovEntityName'),
    lobbyists: namesOf(fields, 'Lobbyists/Lobbyist', '@LobbyistName'),
    affiliated_organizations: namesOf(fields, 'AffiliatedOrgs/Org', '@AffiliatedOrgName'),
    foreign_entities: itemsOf(fields, 'ForeignEntities/Entity').map((entity) => ({
      name: textOf(entity, '@ForeignEntityName'),
      country: placeOf(nullableText(entity, '@ForeignEntityCountry')),
    })),
  })
}

const UNDETERMINED = 'UNDETERMINED'

const placeOf = (text: string | null): string | null => (text === UNDETERMINED ? null : text)
const periodOf = (fields: Fields): string | null => placeOf(nullableText(fields, '@Period'))

const namesOf = (fields: Fields, place: string, attribute: string): string[] =>
  distinct(itemsOf(fields, place).map((item) => plain(nullableText(item, attribute))))
