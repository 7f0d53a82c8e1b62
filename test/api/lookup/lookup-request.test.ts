import { beforeAll, describe, expect, it } from 'vitest'
import { createLookupWorld, type LookupWorld } from '../../support/api/lookup-world.ts'
import { foundIn } from '../../support/fakes/known-places.ts'

let world: LookupWorld

beforeAll(async () => {
  world = await createLookupWorld(() => foundIn('wa', ['sldl:22', 'sldu:22']))
})

describe('the refusal of a lookup', () => {
  const MARK = 'Zanzibar'

  it.each([
    ['', 'address', 'address is missing; send address, or lat and lng.'],
    [`address=${MARK}&lat=1`, 'lat', 'lat does not go with address; send address, or lat and lng.'],
    [`address=${MARK}&lng=1`, 'lng', 'lng does not go with address; send address, or lat and lng.'],
    ['lat=1', 'lng', 'lng is missing; it goes with lat.'],
    ['lng=1', 'lat', 'lat is missing; it goes with lng.'],
    ['lat=91&lng=1', 'lat', 'lat is not one that can be used; it must be a number from -90 to 90.'],
    [`lat=${MARK}&lng=1`, 'lat', 'lat is not one that can be used; it must be a number from -90 to 90.'],
    ['lat=4e1&lng=1', 'lat', 'lat is not one that can be used; it must be a number from -90 to 90.'],
    ['address=', 'address', 'address is not one that can be used; it must not be empty.'],
    ['address=%20', 'address', 'address is not one that can be used; it must not be empty.'],
    [
      `address=${MARK.repeat(100)}`,
      'address',
      'address is not one that can be used; it must be a text of 1 to 500 characters.',
    ],
    [`address=${MARK}%00`, 'address', 'address contains a character that is not allowed.'],
    [`address=${MARK}&address=x`, 'address', 'address was given 2 times.'],
    [
      `address=x&as_of=${MARK}`,
      'as_of',
      'as_of is not one that can be used; it must be a text such as 2026-11-03.',
    ],
    [
      'address=x&as_of=2026-02-30',
      'as_of',
      'as_of is not a day of the calendar; it must be a day such as 2026-01-31.',
    ],
    [
      `address=x&include=${MARK}`,
      'include',
      'include is not one that can be used; it must be one or more of details, congress, next, separated by commas.',
    ],
    [
      `address=1 Main St & ${MARK} Ave`,
      undefined,
      'A parameter is unknown; it takes address, lat, lng, as_of, include. Write & in a value as %26.',
    ],
  ])('names the parameter and shows no value: ?%s, %s', async (query, parameter, detail) => {
    const answer = await world.get(query)
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ detail, instance: '/v1/representatives' })
    expect(answer.json().errors).toEqual([{ ...(parameter && { parameter }), detail }])
    expect(answer.body).not.toContain(MARK)
  })

  const BATCH = '/v1/representatives/batch'
  it.each([
    [{}, undefined, '/address', 'address is missing; send address, or lat and lng.'],
    [
      { address: MARK, lat: 1 },
      undefined,
      '/lat',
      'lat does not go with address; send address, or lat and lng.',
    ],
    [
      { address: { [MARK]: 1 } },
      undefined,
      '/address',
      'address is not one that can be used; it must be a text of 1 to 500 characters.',
    ],
    [
      { [MARK]: 1 },
      undefined,
      '',
      'The body has an unknown member; it takes address, lat, lng, as_of, include.',
    ],
    [{ address: `${MARK}\0` }, undefined, '', 'The body contains a character that is not allowed.'],
    [{ [MARK]: '\0' }, undefined, '', 'The body contains a character that is not allowed.'],
    [[MARK], undefined, '', 'The body is not one that can be used; it must be an object.'],
    [{ lookups: [] }, BATCH, '/lookups', 'lookups is not one that can be used; it must not be empty.'],
    [
      { lookups: [{ address: 'x' }, { lat: 1 }] },
      BATCH,
      '/lookups/1/lng',
      'lng is missing; it goes with lat.',
    ],
    [
      { lookups: [{ address: 'x' }, { [MARK]: 1 }] },
      BATCH,
      '/lookups/1',
      'lookups[1] has an unknown member; it takes address, lat, lng.',
    ],
    [
      { lookups: [MARK] },
      BATCH,
      '/lookups/0',
      'lookups[0] is not one that can be used; it must be an object.',
    ],
    [
      { lookups: Array.from({ length: 501 }, () => ({ address: MARK })) },
      BATCH,
      '/lookups',
      'lookups is not one that can be used; it must be a list of 1 to 500 items.',
    ],
  ])('names the member and shows no value: body %#', async (body, path, pointer, detail) => {
    const answer = await world.post(body, path === undefined ? {} : { path })
    expect(answer.statusCode, answer.body).toBe(400)
    expect(answer.json()).toMatchObject({ code: 'invalid_body', detail, errors: [{ pointer, detail }] })
    expect(answer.body).not.toContain(MARK)
  })

  it('shows nothing of a body that is not JSON', async () => {
    const answer = await world.api.app.inject({
      method: 'POST',
      url: '/v1/representatives',
      headers: { authorization: `Bearer ${world.api.token}`, 'content-type': 'application/json' },
      payload: `{"address": "${MARK}`,
    })
    expect(answer.json()).toMatchObject({ code: 'invalid_body', detail: 'The body is not JSON.' })
  })

  it('is not billed', async () => {
    const token = await world.tokenOf('refused')
    await world.get('address=x&lat=1', token)
    await world.post({ [MARK]: 1 }, { token })
    expect(await world.usageOf(token)).toMatchObject({ used: 0 })
    expect(await world.pending()).toBe(0)
  })
})
