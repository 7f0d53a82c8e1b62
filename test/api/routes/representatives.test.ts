import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiDocument } from '../../../api/openapi/types.ts'
import { createLookupWorld, emitOfficial, type LookupWorld } from '../../support/api/lookup-world.ts'
import { idsOf, type Named } from '../../support/builders/event-builder.ts'
import { divisionIn, foundIn, notFound } from '../../support/fakes/known-places.ts'
import { addShapes, differences, type Shapes } from '../../support/guides/value-shapes.ts'

const UPPER = { chamber: 'upper', type: 'upper' } as const

/** The result of the locator for each address. */
const located = {
  olympia: foundIn('wa', ['cd:10', 'sldl:22', 'sldu:22'], {
    next: {
      effective_on: '2027-01-11',
      divisions: [
        divisionIn('wa', 'cd:10'),
        divisionIn('wa', 'sldl:22', { map: 'new-2026', valid_from: '2027-01-11' }),
        divisionIn('wa', 'sldu:35', { map: 'new-2026', valid_from: '2027-01-11' }),
      ],
    },
  }),
  lincoln: foundIn('ne', ['sldu:28']),
  washington: foundIn('dc', ['cd:1', 'ward:2']),
  twice: notFound('ambiguous', { state: 'wa', suggestions: ['1 A ST', '1 B ST', '3', '4', '5', '6'] }),
  nowhere: notFound('no_coverage'),
}

let world: LookupWorld
const people: Record<string, Named> = {}

beforeAll(async () => {
  world = await createLookupWorld((input) =>
    'address' in input
      ? (located[input.address as keyof typeof located] ?? notFound('not_found'))
      : located.olympia,
  )
  const { story } = world
  const add = (name: string, ...roles: Parameters<typeof emitOfficial>[2]) => {
    people[name] = emitOfficial(story, name, roles)
  }
  add('Second Seat', { in: 'wa', division: 'wa/sldl:22', end_date: '2027-01-11' })
  add('First Seat', { in: 'wa', division: 'wa/sldl:22', start_date: '2023-01-09', end_date: '2027-01-11' })
  add('State Senator', { in: 'wa', division: 'wa/sldu:22', ...UPPER })
  add('Former Member', {
    in: 'wa',
    division: 'wa/sldl:22',
    start_date: '2019-01-14',
    end_date: '2025-01-12',
  })
  add('Elected Member', { in: 'wa', division: 'wa/sldl:22', start_date: '2027-01-11' })
  add('Far Senator', { in: 'wa', division: 'wa/sldu:35', ...UPPER, district: '35' })
  add(
    'Promoted Member',
    { in: 'wa', division: 'wa/sldl:22', start_date: '2015-01-12', end_date: '2019-01-13' },
    { in: 'us', division: 'wa/cd:10', district: 'WA-10', start_date: '2019-01-03' },
  )
  add('Senior Senator', { in: 'us', division: 'wa', district: 'Washington', ...UPPER })
  add('Junior Senator', { in: 'us', division: 'wa', district: 'Washington', ...UPPER })
  add('Neighbor', { in: 'wa', division: 'wa/sldl:21', district: '21' })
  add('Duplicate', { in: 'wa', division: 'wa/sldl:22' })
  story.emit('person.merged', { ...idsOf(people.Duplicate!), into: idsOf(people['Second Seat']!) })
  add('Delegate', { in: 'us', division: 'dc/cd:1', district: 'DC-AL' })
  await world.projected.apply(story.take())
})

const answerTo = async (address: string, more = '') => {
  const answer = await world.get(`address=${address}${more}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const namesIn = (seated: { name: string }[]) => seated.map(({ name }) => name)

describe('GET /v1/representatives', () => {
  it('returns exactly the members of the specification', async () => {
    expect(await answerTo('olympia')).toEqual({
      matched: true,
      geographies: { matched: true, state: 'Washington', upper_district: '22', lower_district: '22' },
      representatives: [
        {
          ...idsOf(people['State Senator']!),
          name: 'State Senator',
          party: 'Democratic',
          chamber: 'upper',
          district: '22',
          email: 'state.senator@leg.example',
        },
        expect.objectContaining({ ...idsOf(people['Second Seat']!), chamber: 'lower', district: '22' }),
        expect.objectContaining({ ...idsOf(people['First Seat']!), chamber: 'lower', district: '22' }),
      ],
    })
  })

  it('returns the ids of /v1/legislators/{id}', async () => {
    const { representatives } = await answerTo('olympia')
    for (const { id, ocd_id, name } of representatives) {
      const person = (await world.api.get(`/v1/legislators/${id}`)).json()
      expect(person).toMatchObject({ id, ocd_id, name })
    }
  })

  it('is the same under /api/v1, by POST, and for a position', async () => {
    const wanted = await answerTo('olympia')
    const { api } = world
    expect((await api.get('/api/v1/representatives?address=olympia')).json()).toEqual(wanted)
    expect((await world.get('lat=47.0353&lng=-122.9049')).json()).toEqual(wanted)
    for (const body of [{ address: 'olympia' }, { lat: 47.0353, lng: -122.9049 }])
      expect((await world.post(body)).json()).toEqual(wanted)
    expect(world.places.asked.at(-1)).toEqual({
      input: { latitude: 47.0353, longitude: -122.9049 },
      as_of: '2026-06-15',
    })
  })

  it('returns those who were seated on the day of as_of', async () => {
    const { representatives } = await answerTo('olympia', '&as_of=2024-05-01')
    expect(namesIn(representatives)).toEqual(['First Seat', 'Former Member'])
    expect(namesIn((await answerTo('olympia', '&as_of=2017-05-01')).representatives)).toEqual([
      'Promoted Member',
    ])
    expect(world.places.asked.at(-1)!.as_of).toBe('2017-05-01')
    expect(namesIn((await answerTo('olympia', '&as_of=2027-02-01')).representatives)).toEqual([
      'State Senator',
      'Elected Member',
    ])
  })

  it('shows where the address was found, and contacts, with include=details', async () => {
    const { representatives, ...rest } = await answerTo('olympia', '&include=details')
    expect(rest).toMatchObject({
      normalized_address: '1 MAIN ST, SOMEWHERE',
      match_level: 'range',
      confidence: 100,
      point: { lat: 47, lng: -122.9 },
      county: 'Some County',
      place: 'Somewhere',
      boundary_release: { upper: 'census-2024', lower: 'census-2024' },
      source: ['tiger-2024-00001'],
      local: [],
    })
    expect(rest.divisions).toContainEqual({
      division_id: 'ocd-division/country:us/state:wa/sldl:22',
      type: 'sldl',
      boundary_release: 'census-2024',
      valid_from: '2023-01-09',
      valid_to: null,
    })
    expect(representatives[0]).toMatchObject({
      division_id: 'ocd-division/country:us/state:wa/sldu:22',
      image: null,
      offices: [{ classification: 'capitol', voice: '555-0100' }],
      links: [],
      legislator: `/v1/legislators/${people['State Senator']!.id}`,
    })
  })

  it('shows members of Congress beside the others with include=congress', async () => {
    const { congress, representatives } = await answerTo('olympia', '&include=congress')
    expect(namesIn(congress.representatives)).toEqual(['Promoted Member'])
    expect(namesIn(congress.senators)).toEqual(['Senior Senator', 'Junior Senator'])
    expect(representatives).toHaveLength(3)
    const { congress: delegates } = await answerTo('washington', '&include=congress')
    expect(namesIn(delegates.representatives)).toEqual(['Delegate'])
    expect(delegates.senators).toEqual([])
  })

  it('shows the districts of the map to come, and those elected in them, with include=next', async () => {
    const { next, geographies } = await answerTo('olympia', '&include=next,details')
    expect(geographies.upper_district).toBe('22')
    expect(next).toMatchObject({
      effective_on: '2027-01-11',
      geographies: { matched: true, state: 'Washington', upper_district: '35', lower_district: '22' },
    })
    expect(namesIn(next.representatives)).toEqual(['Elected Member'])
    expect((await answerTo('lincoln', '&include=next')).next).toBeNull()
  })

  it('says why nothing matched', async () => {
    const none = { upper_district: null, lower_district: null }
    expect(await answerTo('nowhere', '&include=details,congress,next')).toEqual({
      matched: false,
      geographies: { matched: false, state: null, ...none },
      representatives: [],
      reason: 'no_coverage',
    })
    expect(await answerTo('twice')).toEqual({
      matched: false,
      geographies: { matched: false, state: 'Washington', ...none },
      representatives: [],
      reason: 'ambiguous',
      suggestions: ['1 A ST', '1 B ST', '3', '4', '5'],
    })
  })

  it('has the form of the example in the OpenAPI document', async () => {
    const document: ApiDocument = (await world.api.app.inject('/v1/openapi.json')).json()
    const content = document.paths?.['/v1/representatives']?.get?.responses?.['200']?.content
    const real: Shapes = new Map()
    addShapes(real, await answerTo('olympia'), () => false)
    const shown: Shapes = new Map()
    addShapes(shown, content?.['application/json']?.example, () => false)
    expect(differences(shown, real)).toEqual([])
  })

  it('may not be stored by anybody, and has no ETag', async () => {
    for (const answer of [
      await world.get('address=olympia'),
      await world.get('address=nowhere'),
      await world.get('address='),
      await world.post({ address: 'olympia' }),
      await world.post({ lookups: [{ address: 'olympia' }] }, { path: '/v1/representatives/batch' }),
    ]) {
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.headers.etag).toBeUndefined()
    }
    const again = await world.api.get('/v1/representatives?address=olympia', {
      headers: { 'if-none-match': '*' },
    })
    expect(again.statusCode).toBe(200)
  })

  it('needs the scope find_your_rep', async () => {
    const token = await world.api.issue({ account: 'reader', scopes: ['read'] })
    expect((await world.get('address=olympia', token)).json()).toMatchObject({
      status: 403,
      code: 'insufficient_scope',
    })
    const finder = await world.api.issue({ account: 'finder', scopes: ['find_your_rep'] })
    expect((await world.get('address=olympia', finder)).statusCode).toBe(200)
  })
})
