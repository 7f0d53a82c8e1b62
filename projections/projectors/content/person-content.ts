import type { Person, Role } from '../../../schemas/event-bodies/reference.ts'
import { servedLink, withServedLinks } from './served-link.ts'

const hasEnded = (end: string | null, day: string) => end !== null && end !== '' && end < day

/** The legislative role at a time; of several the one that began last. */
export function currentRole(person: Person, time: string): Role | undefined {
  const day = time.slice(0, 10)
  return person.roles
    .filter((role) => role.chamber !== null && !hasEnded(role.end_date, day))
    .filter((role) => role.start_date === null || role.start_date.slice(0, 10) <= day)
    .reduce<Role | undefined>(
      (last, role) =>
        last === undefined || (role.start_date ?? '') >= (last.start_date ?? '') ? role : last,
      undefined,
    )
}

/** The last listed party that had not ended at a time. */
export function currentParty(person: Person, time: string): string | null {
  const day = time.slice(0, 10)
  return person.party.findLast((party) => !hasEnded(party.end_date, day))?.name ?? null
}

const dated = ({
  name,
  start_date,
  end_date,
}: {
  name: string
  start_date: string | null
  end_date: string | null
}) => ({ name, start_date, end_date })

function roleContent(role: Role): Role {
  return {
    type: role.type,
    jurisdiction: role.jurisdiction,
    chamber: role.chamber,
    district: role.district,
    division_id: role.division_id,
    title: role.title,
    start_date: role.start_date,
    end_date: role.end_date,
    end_reason: role.end_reason,
  }
}

export function personContent(
  id: number,
  ocdId: string,
  person: Person,
  role: Role | undefined,
  party: string | null,
): string {
  const content = {
    id,
    ocd_id: ocdId,
    name: person.name,
    given_name: person.given_name,
    family_name: person.family_name,
    party,
    jurisdiction: role?.jurisdiction ?? null,
    chamber: role?.chamber ?? null,
    district: role?.district ?? null,
    email: person.email,
    image: person.image,
    current_role: role === undefined ? null : roleContent(role),
  }
  return JSON.stringify(withServedLinks(content, ['image']))
}

export function personDetail(person: Person): string {
  return JSON.stringify({
    middle_name: person.middle_name,
    suffix: person.suffix,
    gender: person.gender,
    biography: person.biography,
    birth_date: person.birth_date,
    death_date: person.death_date,
    parties: person.party.map(dated),
    roles: person.roles.map(roleContent),
    offices: person.offices.map(({ classification, name, address, voice, fax }) => ({
      classification,
      name,
      address,
      voice,
      fax,
    })),
    links: person.links.map(({ url, note }) => servedLink({ url, note })),
    other_names: person.other_names.map(dated),
    other_identifiers: person.other_identifiers.map(({ scheme, identifier }) => ({ scheme, identifier })),
    sources: person.sources.map(({ url, note }) => servedLink({ url, note })),
    extras: person.extras,
  })
}
