import { division, person, session } from './event-bodies.ts'
import { modelTexts } from './golden-model-texts.ts'
import { scorecards } from './golden-scorecards.ts'
import type { LogBuilder } from './log-builder.ts'

/** The things that bills refer to: places, sessions, people, committees, organizations, divisions and names. */
export function references(log: LogBuilder): void {
  jurisdictions(log)
  sessions(log)
  people(log)
  committees(log)
  organizations(log)
  divisions(log)
  boundaries(log)
  addressReleases(log)
  modelTexts(log)
  scorecards(log)
  names(log)
}

function jurisdictions(log: LogBuilder): void {
  const place = { id: 1, ocd_id: division }
  const jurisdiction = {
    division_id: division,
    jurisdiction_id: 'ocd-jurisdiction/country:us/state:gs/government',
    abbreviation: 'gs',
    name: 'Goldenstate',
    classification: 'state',
    url: null,
    chambers: [{ chamber: 'lower', name: 'House' }],
  }
  log.add('jurisdiction.observed', place.ocd_id, { ...place, jurisdiction })
  log.add('jurisdiction.observed', place.ocd_id, {
    ...place,
    jurisdiction: { ...jurisdiction, url: 'https://legis.example' },
  })
  const nowhere = { id: 4, ocd_id: `${division}/place:nowhere` }
  log.add('jurisdiction.observed', nowhere.ocd_id, { ...nowhere, jurisdiction })
  log.add('jurisdiction.removed', nowhere.ocd_id, { ...nowhere, reason: 'no such place' })
}

function sessions(log: LogBuilder): void {
  const term = { id: 2, ocd_id: 'ocd-session/2' }
  const observed = {
    jurisdiction: division,
    identifier: session,
    name: '2025 Regular Session',
    classification: 'primary',
    start_date: '2025-01-13',
    end_date: null,
    active: true,
  }
  log.add('session.observed', term.ocd_id, { ...term, session: observed })
  log.add('session.closed', term.ocd_id, { ...term, closed_on: '2025-04-27', closed_by: 'operator' })
  log.add('session.observed', term.ocd_id, { ...term, session: { ...observed, active: false } })
  log.add('session.closed', term.ocd_id, { ...term, closed_on: '2025-04-27', reopened: true })
  log.add('session.closed', term.ocd_id, { ...term, closed_on: '2025-04-28', closed_by: 'policy' })
  const extra = { id: 3, ocd_id: 'ocd-session/3' }
  log.add('session.observed', extra.ocd_id, { ...extra, session: { ...observed, identifier: '2025S1' } })
  log.add('session.removed', extra.ocd_id, { ...extra, reason: 'listed by mistake' })
}

function people(log: LogBuilder): void {
  for (const id of [10, 11, 12]) {
    const ocdId = `ocd-person/${id}`
    log.add('person.observed', ocdId, { id, ocd_id: ocdId, person: person(`Adams ${id}`) })
  }
  log.add('person.merged', 'ocd-person/11', {
    id: 11,
    ocd_id: 'ocd-person/11',
    into: { id: 10, ocd_id: 'ocd-person/10' },
  })
  log.add('person.removed', 'ocd-person/12', { id: 12, ocd_id: 'ocd-person/12', reason: 'no such person' })
  log.add('person.observed', 'ocd-person/10', {
    id: 10,
    ocd_id: 'ocd-person/10',
    person: person('Ann Adams', { roles: [] }),
  })
}

function committees(log: LogBuilder): void {
  for (const id of [20, 21]) {
    const ocdId = `ocd-organization/${id}`
    log.add('committee.observed', ocdId, {
      id,
      ocd_id: ocdId,
      committee: {
        jurisdiction: division,
        chamber: 'lower',
        name: `Committee ${id}`,
        classification: 'committee',
        parent_ocd_id: null,
        memberships: [
          { person_name: 'Adams', role: 'chair', person_ocd_id: null, start_date: null, end_date: null },
        ],
        links: [],
        other_names: [],
        sources: [],
      },
    })
  }
  log.add('committee.removed', 'ocd-organization/21', {
    id: 21,
    ocd_id: 'ocd-organization/21',
    reason: 'dissolved',
  })
}

function organizations(log: LogBuilder): void {
  for (const id of [22, 23]) {
    const ocdId = `ocd-organization/${id}`
    log.add('organization.observed', ocdId, {
      id,
      ocd_id: ocdId,
      organization: {
        jurisdiction: division,
        name: `House ${id}`,
        classification: 'lower',
        parent_name: null,
        links: [],
        sources: [],
      },
    })
  }
  log.add('organization.removed', 'ocd-organization/23', {
    id: 23,
    ocd_id: 'ocd-organization/23',
    reason: 'listed twice',
  })
}

function divisions(log: LogBuilder): void {
  for (const id of [24, 25]) {
    const ocdId = `ocd-division/${id}`
    log.add('division.observed', ocdId, {
      id,
      ocd_id: ocdId,
      division: {
        division_id: `${division}/cd:${id}`,
        country: 'us',
        type: 'cd',
        parent_id: division,
        name: `District ${id}`,
        other_names: [],
        valid_from: null,
        valid_through: null,
        aliases: [`${division}/cd:at-large`],
        forms: [],
        identifiers: [{ scheme: 'census_geoid', identifier: `cd-${id}` }],
        extras: {},
      },
    })
  }
  log.add('division.removed', 'ocd-division/25', {
    id: 25,
    ocd_id: 'ocd-division/25',
    reason: 'no such district',
  })
}

function names(log: LogBuilder): void {
  const match = { jurisdiction: division, session, chamber: 'lower', printed_name: 'Adams' }
  const name = { id: 30, ocd_id: 'ocd-name/30' }
  log.add('name.matched', name.ocd_id, { ...name, match: { ...match, person: null, candidates: 0 } })
  log.add('name.matched', name.ocd_id, {
    ...name,
    match: { ...match, person: { id: 10, ocd_id: 'ocd-person/10' }, candidates: 1 },
  })
  log.add('reference.released', name.ocd_id, { ...name, released_ids: [30] })
}

function addressReleases(log: LogBuilder): void {
  const release = {
    publisher: 'tiger',
    area: `${division}/county:adams`,
    vintage: '2024',
    name: 'tiger-2024-99001',
    maps: { upper: 'census-sld-2024', lower: null, congress: 'census-cd-119' },
    objects: [
      {
        role: 'ranges',
        sha256: 'b'.repeat(64),
        bytes: 900,
        media_type: 'application/x-ndjson+gzip',
        rows: 12,
      },
    ],
    rows: 12,
    rejected: 1,
    identifiers: [{ scheme: 'census_geoid', identifier: '99001' }],
  }
  for (const id of [28, 29]) {
    const ocdId = `ocd-address-release/${id}`
    log.add('address_release.loaded', ocdId, { id, ocd_id: ocdId, address_release: release })
  }
  log.add('address_release.withdrawn', 'ocd-address-release/29', {
    id: 29,
    ocd_id: 'ocd-address-release/29',
    reason: 'rolled back',
  })
  log.add('address_release.loaded', 'ocd-address-release/29', {
    id: 29,
    ocd_id: 'ocd-address-release/29',
    address_release: { ...release, rows: 13 },
  })
  log.add('reference.released', 'ocd-address-release/28', {
    id: 28,
    ocd_id: 'ocd-address-release/28',
    released_ids: [28],
  })
}

function boundaries(log: LogBuilder): void {
  const boundary = {
    division_id: `${division}/cd:24`,
    release: 'census-cd-119',
    name: 'District 24',
    valid_from: '2025-01-03',
    valid_to: null,
    is_simplified: true,
    geometry: { sha256: 'a'.repeat(64), bytes: 300, media_type: 'application/geo+json' },
    geometry_type: 'Polygon',
    bbox: { west: -97.5, south: 40, east: -95.25, north: 43 },
    points: 5,
    area_m2: 62_000_000_000,
    printed_area_m2: null,
    identifiers: [{ scheme: 'census_geoid', identifier: '3124' }],
    extras: { CDSESSN: '119' },
  }
  for (const id of [26, 27]) {
    const ocdId = `ocd-boundary/${id}`
    log.add('boundary.loaded', ocdId, { id, ocd_id: ocdId, boundary })
  }
  log.add('boundary.loaded', 'ocd-boundary/26', {
    id: 26,
    ocd_id: 'ocd-boundary/26',
    boundary: { ...boundary, valid_to: '2027-01-03', printed_area_m2: 61_999_000_000 },
  })
  log.add('boundary.removed', 'ocd-boundary/27', {
    id: 27,
    ocd_id: 'ocd-boundary/27',
    reason: 'loaded by mistake',
  })
}
