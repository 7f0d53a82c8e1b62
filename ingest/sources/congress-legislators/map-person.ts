import type { Person } from '../../../schemas/event-bodies/reference.ts'
import { upstreamKey } from '../../identity/identity-keys.ts'
import type { PersonFacts } from '../../identity/namesakes.ts'
import type { ObservationOf } from '../../source-interface/observation.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import { bioguideKey, openStatesPersonId } from '../congress/member-ids.ts'
import { webAddress } from '../mapping/web-address.ts'
import { type Fields, fieldsOf, invalid, listOf, looseText, nullableText, textOf } from '../records/fields.ts'
import { partiesOf, roleOf } from './map-terms.ts'

const { division_id } = CONGRESS

/** Facts from several files about one person, by file. */
export type PersonRecords = {
  /** Items from the current and historical members and the executive, because one person may be in two files. */
  readonly members: readonly Fields[]
  readonly offices: readonly Fields[]
  readonly social: Fields | null
}

export function mapPerson(
  { members, offices, social }: PersonRecords,
  observedAt: string,
  record: string,
): ObservationOf<'person'> {
  const [first] = members
  if (first === undefined) throw invalid('id', null, 'a person of the legislators files')
  const ids = identifiersOf(members, social)
  const bioguide = ids.find(({ scheme }) => scheme === 'bioguide')?.identifier ?? null
  const govtrack = ids.find(({ scheme }) => scheme === 'govtrack')?.identifier ?? null
  if (bioguide === null && govtrack === null) throw invalid('id', first.id, 'ids with bioguide or govtrack')
  const publicId = bioguide === null ? null : openStatesPersonId(bioguide)
  return {
    entity: 'person',
    key: upstreamKey(publicId ?? `govtrack ${govtrack}`),
    also_keys: bioguide === null ? [] : [bioguideKey(bioguide)],
    discriminator: firstDayOf(members),
    ocd_id: publicId,
    jurisdiction: division_id,
    observed_at: observedAt,
    schema_rank: 1,
    parts: { person: personOf(members, offices, ids) },
    bill: null,
    aliases: ids.map(({ scheme, identifier }) => ({ scheme, value: identifier })),
    removed: null,
    record,
  }
}

/** The facts that distinguish one life from another under the same id. */
export function lifeOf(member: Fields): PersonFacts {
  return {
    birth_date: nullableText(fieldsOf(member, 'bio'), 'birthday'),
    death_date: null,
    roles: listOf(member, 'terms').map((term) => ({ start_date: nullableText(term, 'start') })),
  }
}

/** Distinguishes people who share an id: by the day of birth, or of the first term. */
function firstDayOf(members: readonly Fields[]): string | null {
  const lives = members.map(lifeOf)
  const days = lives.flatMap(({ roles }) => roles.map(({ start_date }) => start_date))
  return lives.find(({ birth_date }) => birth_date !== null)?.birth_date ?? days.toSorted().at(0) ?? null
}

function personOf(
  members: readonly Fields[],
  offices: readonly Fields[],
  otherIdentifiers: Person['other_identifiers'],
): Person {
  const terms = members
    .flatMap((member) => listOf(member, 'terms'))
    .toSorted((a, b) => (looseText(a, 'start') < looseText(b, 'start') ? -1 : 1))
  const name = fieldsOf(members[0]!, 'name')
  const bio = fieldsOf(members[0]!, 'bio')
  const lastTerm = terms.at(-1) ?? {}
  const givenName = textOf(name, 'first')
  const familyName = textOf(name, 'last')
  const nickname = nullableText(name, 'nickname')
  return {
    name: nullableText(name, 'official_full') ?? `${givenName} ${familyName}`,
    given_name: givenName,
    family_name: familyName,
    middle_name: nullableText(name, 'middle'),
    suffix: nullableText(name, 'suffix'),
    gender: genders[looseText(bio, 'gender')] ?? nullableText(bio, 'gender'),
    email: null,
    biography: null,
    birth_date: nullableText(bio, 'birthday'),
    death_date: null,
    image: null,
    party: partiesOf(terms),
    roles: terms.map(roleOf).toReversed(),
    offices: [...capitolOffice(lastTerm), ...offices.map(districtOffice)],
    links: linksOf(lastTerm),
    other_names:
      nickname === null ? [] : [{ name: `${nickname} ${familyName}`, start_date: null, end_date: null }],
    other_identifiers: otherIdentifiers,
    sources: [{ url: 'https://unitedstates.github.io/congress-legislators/', note: '' }],
    extras: extrasOf(members, lastTerm),
  }
}

const genders: Readonly<Record<string, string>> = { F: 'Female', M: 'Male' }

function capitolOffice(term: Fields): Person['offices'] {
  const address = nullableText(term, 'address')
  const voice = nullableText(term, 'phone')
  if (address === null && voice === null) return []
  return [{ classification: 'capitol', name: null, address, voice, fax: nullableText(term, 'fax') }]
}

function districtOffice(office: Fields): Person['offices'][number] {
  const part = (field: string) => nullableText(office, field)
  const street = [part('address'), part('suite'), part('building')].filter((line) => line !== null).join(' ')
  const place = `${[part('city'), part('state')].filter((line) => line !== null).join(', ')} ${part('zip') ?? ''}`
  return {
    classification: 'district',
    name: null,
    address: [street, place.trim()].filter((line) => line !== '').join('; '),
    voice: part('phone'),
    fax: part('fax'),
  }
}

function linksOf(term: Fields): Person['links'] {
  const notes = { url: 'website', contact_form: 'contact form', rss_url: 'rss' } as const
  return Object.entries(notes).flatMap(([field, note]) => {
    const url = nullableText(term, field)
    return url === null ? [] : [{ url: webAddress(url), note }]
  })
}

/** A scheme may have several values (`fec`). Accounts are in their own file. */
function identifiersOf(members: readonly Fields[], social: Fields | null): Person['other_identifiers'] {
  const lists = [
    ...members.map((member) => fieldsOf(member, 'id')),
    ...(social === null ? [] : [fieldsOf(social, 'social')]),
  ]
  const seen = new Map<string, Person['other_identifiers'][number]>()
  for (const ids of lists) {
    for (const [scheme, value] of Object.entries(ids)) {
      for (const one of Array.isArray(value) ? value : [value]) {
        if (typeof one !== 'string' && typeof one !== 'number') throw invalid(`id.${scheme}`, one, 'a text')
        const identifier = String(one)
        if (identifier !== '') seen.set(`${scheme}|${identifier}`, { scheme, identifier })
      }
    }
  }
  return [...seen.values()]
}

function extrasOf(members: readonly Fields[], lastTerm: Fields): Person['extras'] {
  const leadershipRoles = members.flatMap((member) => listOf(member, 'leadership_roles'))
  const kept = ['class', 'state_rank', 'caucus', 'how'].flatMap((field) =>
    lastTerm[field] === undefined ? [] : [[field, lastTerm[field]] as const],
  )
  return {
    ...Object.fromEntries(kept),
    ...(leadershipRoles.length > 0 ? { leadership_roles: leadershipRoles } : {}),
  }
}
