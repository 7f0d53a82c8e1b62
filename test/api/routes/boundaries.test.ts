import { beforeAll, describe, expect, it } from 'vitest'
import { createProjectedSchema } from '../../support/api/projected-events.ts'
import { createTestApi, type TestApi } from '../../support/api/test-api.ts'
import { createMaps, emitDivision, squareAt, US } from '../../support/builders/boundaries.ts'
import { EventBuilder } from '../../support/builders/event-builder.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createProjectedDatabase } from '../../support/stores/database.ts'

const NE = `${US}/state:ne/sldu:7`
const MT = `${US}/state:mt/cd:1`
const AVALON = 'ocd-division/country:ca/ed:10001-2023'
const ALDERSHOT = 'ocd-division/country:gb/constituency:e14001063'

let api: TestApi
let apply: () => Promise<void>
const story = new EventBuilder()

beforeAll(async () => {
  const test = await createProjectedDatabase()
  const projected = await createProjectedSchema(test)
  const maps = createMaps(story, test.settings)
  emitDivision(story, NE)
  emitDivision(story, `${US}/state:ne/sldu:8`)
  emitDivision(story, MT, { aliases: [`${US}/state:mt/cd:at-large`] })
  emitDivision(story, `${US}/state:la/county:orleans`, { aliases: [`${US}/state:la/parish:orleans`] })
  emitDivision(story, AVALON, {
    country: 'ca',
    aliases: ['ocd-division/country:ca/ed:10001', 'ocd-division/country:ca/province:nl/fed:avalon'],
  })
  emitDivision(story, ALDERSHOT, { country: 'gb', aliases: ['ocd-division/country:gb/pcon:aldershot'] })
  await maps.emit(NE, { release: 'aclu', name: 'State Senate District 7' }, { json: squareAt(-97, 40) })
  await maps.emit(NE, { release: 'census-sld-2024', valid_from: '2025-01-08' }, { json: squareAt(-96, 41) })
  await maps.emit(MT, { release: 'cd-115', valid_from: '2017-01-03', valid_to: '2023-01-03' })
  await maps.emit(MT, { release: 'cd-119', valid_from: '2025-01-03' }, { json: squareAt(-110, 45) })
  await maps.emit(AVALON, { release: 'ridings-2023' })
  await maps.emit('ocd-division/country:gb/pcon:aldershot', { release: 'by name' })
  await maps.emit(
    `${US}/state:la/county:orleans`,
    { release: 'lost' },
    { json: squareAt(1, 1), is_lost: true },
  )
  await maps.emit(`${US}/state:vt/place:quechee`, { release: 'census-place-2019', name: 'Quechee CDP' })
  const gone = await maps.emit(`${US}/state:ne/sldu:8`, {})
  story.emit('boundary.removed', { ...gone, reason: 'loaded by mistake' })
  apply = async () => {
    await projected.apply(story.take())
    await projected.setWatermark(story.later)
  }
  await apply()
  api = await createTestApi(test, { clock: createManualClock('2026-03-02T09:00:00Z') })
})

const boundary = (id: string, query = '') => api.get(`/api/v1/districts/${id}/boundary${query}`)

describe('the boundary of a division', () => {
  it('is a GeoJSON feature of the map in force today, with its shape as stored', async () => {
    const answer = await boundary(NE)
    expect(answer.headers['content-type']).toBe('application/geo+json; charset=utf-8')
    expect(answer.json()).toMatchObject({
      type: 'Feature',
      id: NE,
      bbox: [-97, 40, -96, 41],
      geometry: JSON.parse(squareAt(-96, 41)),
      properties: {
        ocd_id: NE,
        division_id: NE,
        type: 'sldu',
        jurisdiction: `${US}/state:ne`,
        release: 'census-sld-2024',
        valid_from: '2025-01-08',
        valid_to: null,
        area_m2: 9_401_146_803,
      },
    })
  })

  it.each([
    ['unencoded slashes', NE],
    ['all characters encoded', encodeURIComponent(NE)],
    ['encoded slashes', NE.replaceAll('/', '%2F')],
    ['upper case letters and zeros', `${US}/state:NE/sldu:007`],
  ])('is found by the id with %s', async (_, id) => {
    expect((await boundary(id)).json().id).toBe(NE)
    expect((await api.get(`/v1/districts/${id}/boundary`)).statusCode).toBe(200)
  })

  it.each([
    [`${US}/state:mt/cd:at-large`, MT],
    [`${US}/state:mt/cd:00`, MT],
    ['ocd-division/country:ca/ed:10001', AVALON],
    ['ocd-division/country:ca/province:nl/fed:avalon', AVALON],
    ['ocd-division/country:uk/pcon:aldershot', ALDERSHOT],
    ['ocd-division/country:uk/constituency:E14001063', ALDERSHOT],
    [`${US}/state:vt/place:quechee`, `${US}/state:vt/place:quechee`],
  ])('of %s is that of %s', async (alias, id) => {
    expect((await boundary(alias)).json().id).toBe(id)
  })

  it('at a day in the past is the map that elected the members in office on that day', async () => {
    const on = async (id: string, day: string) =>
      (await boundary(id, `?as_of=${day}`)).json().properties?.release
    expect(await on(NE, '2025-01-07')).toBe('aclu')
    expect(await on(NE, '2025-01-08')).toBe('census-sld-2024')
    expect(await on(MT, '2022-12-31')).toBe('cd-115')
    const between = await boundary(MT, '?as_of=2024-06-01')
    expect(between.statusCode).toBe(404)
    expect(between.json()).toMatchObject({
      code: 'boundary_not_loaded',
      maps: [
        { release: 'cd-115', valid_to: '2023-01-03' },
        { release: 'cd-119', valid_from: '2025-01-03' },
      ],
    })
  })

  it('can be requested if it is not loaded, but not for a division that does not exist', async () => {
    for (const id of [`${US}/state:ne/sldu:8`, `${US}/state:ne`, `${US}/state:ca/sldu:11`]) {
      const answer = await boundary(id)
      expect([id, answer.statusCode]).toEqual([id, 404])
      expect(answer.json()).toMatchObject({ code: 'boundary_not_loaded', requestable: true, division_id: id })
    }
    // The list of its type is loaded, and does not contain it.
    const none = await boundary(`${US}/state:ne/sldu:9`)
    expect([none.statusCode, none.json().code]).toEqual([404, 'not_found'])
    const wrong = await boundary('nowhere')
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'invalid_id'])
    for (const query of ['?as_of=2026-02-30', '?as_of=yesterday']) {
      expect((await boundary(NE, query)).json()).toMatchObject({ code: 'invalid_parameter' })
    }
    expect((await boundary(NE, '?asof=2026-01-01')).json().code).toBe('unknown_parameter')
  })

  it('returns 304 while it is unchanged, and 503 if its bytes are lost', async () => {
    const { etag } = (await boundary(NE)).headers
    const again = await api.get(`/v1/districts/${NE}/boundary`, {
      headers: { 'if-none-match': String(etag) },
    })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const lost = await boundary(`${US}/state:la/parish:orleans`)
    expect([lost.statusCode, lost.json().code]).toEqual([503, 'not_ready'])
  })
})

describe('GET /v1/boundaries', () => {
  it('lists boundaries without shapes, by jurisdiction or by any id of a division', async () => {
    const releases = async (query: string) =>
      (await api.get(`/v1/boundaries?${query}`))
        .json()
        .data.map(({ release }: { release: string }) => release)
    expect(await releases('jurisdiction=ne')).toEqual(['aclu', 'census-sld-2024'])
    expect(await releases(`ocd_id=${US}/state:mt/cd:at-large`)).toEqual(['cd-115', 'cd-119'])
    expect(await releases('ocd_id=ocd-division/country:uk/pcon:aldershot')).toEqual(['by name'])
    expect(await releases(`ocd_id=${US}/state:ca/sldu:11`)).toEqual([])
    expect((await api.get('/v1/boundaries?ocd_id=7')).json().code).toBe('invalid_parameter')
  })

  it('lists loaded, changed and removed boundaries with updated_since', async () => {
    const all = await api.get('/v1/boundaries?updated_since=1970-01-01&include=deleted&limit=200')
    expect(all.json().data.filter((one: { deleted?: true }) => one.deleted)).toHaveLength(1)
    const since = String(all.headers['x-sync-through'])
    const { id, ocd_id, ...first } = all.json().data[0]
    const { updated_at, reasons, bbox, ...stored } = first
    const [west, south, east, north] = bbox
    story.emit('boundary.loaded', {
      id,
      ocd_id,
      boundary: { ...stored, bbox: { west, south, east, north }, valid_to: '2025-01-08' },
    })
    await apply()
    const news = (await api.get(`/v1/boundaries?updated_since=${since}`)).json().data
    expect(news).toMatchObject([{ id, valid_to: '2025-01-08', reasons: { details: news[0].updated_at } }])
  })
})
