import type { Chamber } from './vocabulary.ts'

export type JurisdictionEntry = {
  /** Postal code, lower case; `us` for Congress. */
  readonly abbreviation: string
  readonly name: string
  readonly classification: 'state' | 'district' | 'territory' | 'country'
  /** The specification's form: `state:dc`, `state:gu`; Congress is `country:us`. */
  readonly division_id: string
  /** The open standard's: `ocd-jurisdiction/country:us/district:dc/government`. */
  readonly jurisdiction_id: string
  readonly chambers: readonly { readonly chamber: Chamber; readonly name: string }[]
  /** Time zone of the legislature: the local day of an action is the day there. */
  readonly time_zone: string
  /** Other spellings, besides all the fields above. */
  readonly aliases: readonly string[]
}

const bicameral = (lower: string): JurisdictionEntry['chambers'] => [
  { chamber: 'upper', name: 'Senate' },
  { chamber: 'lower', name: lower },
]
const HOUSE = bicameral('House of Representatives')
const ASSEMBLY = bicameral('Assembly')
const DELEGATES = bicameral('House of Delegates')
const unicameral = (name: string): JurisdictionEntry['chambers'] => [{ chamber: 'legislature', name }]

const state = (
  abbreviation: string,
  name: string,
  timeZone: string,
  chambers: JurisdictionEntry['chambers'] = HOUSE,
): JurisdictionEntry => ({
  abbreviation,
  name,
  classification: 'state',
  division_id: `ocd-division/country:us/state:${abbreviation}`,
  jurisdiction_id: `ocd-jurisdiction/country:us/state:${abbreviation}/government`,
  chambers,
  time_zone: timeZone,
  aliases: [],
})

/**
 * Districts and territories: the open standard has separate place types for what the specification calls
 * `state`.
 */
const outlying = (
  classification: 'district' | 'territory',
  abbreviation: string,
  name: string,
  timeZone: string,
  chambers: JurisdictionEntry['chambers'],
  aliases: readonly string[] = [],
): JurisdictionEntry => ({
  ...state(abbreviation, name, timeZone, chambers),
  classification,
  jurisdiction_id: `ocd-jurisdiction/country:us/${classification}:${abbreviation}/government`,
  aliases: [
    `ocd-division/country:us/${classification}:${abbreviation}`,
    `ocd-jurisdiction/country:us/state:${abbreviation}/government`,
    ...aliases,
  ],
})

const EASTERN = 'America/New_York'
const CENTRAL = 'America/Chicago'
const MOUNTAIN = 'America/Denver'
const PACIFIC = 'America/Los_Angeles'

export const jurisdictions: readonly JurisdictionEntry[] = [
  state('al', 'Alabama', CENTRAL),
  state('ak', 'Alaska', 'America/Juneau'),
  state('az', 'Arizona', 'America/Phoenix'),
  state('ar', 'Arkansas', CENTRAL),
  state('ca', 'California', PACIFIC, ASSEMBLY),
  state('co', 'Colorado', MOUNTAIN),
  state('ct', 'Connecticut', EASTERN),
  state('de', 'Delaware', EASTERN),
  state('fl', 'Florida', EASTERN),
  state('ga', 'Georgia', EASTERN),
  state('hi', 'Hawaii', 'Pacific/Honolulu'),
  state('id', 'Idaho', 'America/Boise'),
  state('il', 'Illinois', CENTRAL),
  state('in', 'Indiana', 'America/Indiana/Indianapolis'),
  state('ia', 'Iowa', CENTRAL),
  state('ks', 'Kansas', CENTRAL),
  state('ky', 'Kentucky', EASTERN),
  state('la', 'Louisiana', CENTRAL),
  state('me', 'Maine', EASTERN),
  state('md', 'Maryland', EASTERN, DELEGATES),
  state('ma', 'Massachusetts', EASTERN),
  state('mi', 'Michigan', 'America/Detroit'),
  state('mn', 'Minnesota', CENTRAL),
  state('ms', 'Mississippi', CENTRAL),
  state('mo', 'Missouri', CENTRAL),
  state('mt', 'Montana', MOUNTAIN),
  state('ne', 'Nebraska', CENTRAL, unicameral('Legislature')),
  state('nv', 'Nevada', PACIFIC, ASSEMBLY),
  state('nh', 'New Hampshire', EASTERN),
  state('nj', 'New Jersey', EASTERN, bicameral('General Assembly')),
  state('nm', 'New Mexico', MOUNTAIN),
  state('ny', 'New York', EASTERN, ASSEMBLY),
  state('nc', 'North Carolina', EASTERN),
  state('nd', 'North Dakota', CENTRAL),
  state('oh', 'Ohio', EASTERN),
  state('ok', 'Oklahoma', CENTRAL),
  state('or', 'Oregon', PACIFIC),
  state('pa', 'Pennsylvania', EASTERN),
  state('ri', 'Rhode Island', EASTERN),
  state('sc', 'South Carolina', EASTERN),
  state('sd', 'South Dakota', CENTRAL),
  state('tn', 'Tennessee', CENTRAL),
  state('tx', 'Texas', CENTRAL),
  state('ut', 'Utah', MOUNTAIN),
  state('vt', 'Vermont', EASTERN),
  state('va', 'Virginia', EASTERN, DELEGATES),
  state('wa', 'Washington', PACIFIC),
  state('wv', 'West Virginia', EASTERN, DELEGATES),
  state('wi', 'Wisconsin', CENTRAL, ASSEMBLY),
  state('wy', 'Wyoming', MOUNTAIN),
  outlying('district', 'dc', 'District of Columbia', EASTERN, unicameral('Council'), [
    'Washington, D.C.',
    'Washington, DC',
    'Washington DC',
    'D.C.',
  ]),
  outlying('territory', 'pr', 'Puerto Rico', 'America/Puerto_Rico', HOUSE),
  outlying('territory', 'gu', 'Guam', 'Pacific/Guam', unicameral('Legislature')),
  outlying('territory', 'mp', 'Northern Mariana Islands', 'Pacific/Saipan', HOUSE, [
    'Northern Marianas',
    'Commonwealth of the Northern Mariana Islands',
    'CNMI',
  ]),
  outlying('territory', 'vi', 'U.S. Virgin Islands', 'America/St_Thomas', unicameral('Legislature'), [
    'Virgin Islands',
    'US Virgin Islands',
  ]),
  outlying('territory', 'as', 'American Samoa', 'Pacific/Pago_Pago', HOUSE),
  {
    abbreviation: 'us',
    name: 'United States',
    classification: 'country',
    division_id: 'ocd-division/country:us',
    jurisdiction_id: 'ocd-jurisdiction/country:us/government',
    chambers: HOUSE,
    time_zone: EASTERN,
    aliases: ['usa', 'Congress', 'US Congress', 'U.S. Congress', 'United States Congress'],
  },
]

/** The invented state of `sample/`: found like any other, but not listed. */
export const sampleJurisdiction = state('zz', 'Sample State', 'America/Chicago')

const byName = new Map(
  [...jurisdictions, sampleJurisdiction].flatMap((entry) =>
    [entry.abbreviation, entry.name, entry.division_id, entry.jurisdiction_id, ...entry.aliases].map(
      (name) => [name.toLowerCase(), entry] as const,
    ),
  ),
)

/** Finds one by postal code, name, division id or jurisdiction id, in any case. */
export function findJurisdiction(name: string): JurisdictionEntry | undefined {
  return byName.get(name) ?? byName.get(name.trim().toLowerCase())
}
