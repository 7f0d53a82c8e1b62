import { describe, expect, it } from 'vitest'
import { createGeocoder } from '../../../locate/geocoder/geocoder.ts'
import { createLog } from '../../../runtime/log.ts'
import { createManualClock } from '../../support/clocks/manual-clock.ts'
import { createFaultyServer, type Fault } from '../../support/fakes/faulty-server.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'

const ADDRESS = '4600 Secret Hill Rd, Washington, DC'
/** An answer in the form that the Census geocoder documents, with invented values. */
const answer = {
  result: {
    input: { address: { address: ADDRESS }, benchmark: { benchmarkName: 'Public_AR_Current' } },
    addressMatches: [
      {
        tigerLine: { side: 'L', tigerLineId: '76355984' },
        coordinates: { x: -76.92744, y: 38.845985 },
        matchedAddress: '4600 SECRET HILL RD, WASHINGTON, DC, 20233',
        addressComponents: { zip: '20233', state: 'DC', fromAddress: '4600', toAddress: '4700' },
      },
    ],
  },
}
const PATH = '/geocoder/locations/onelineaddress'

async function start() {
  const server = await createFaultyServer()
  const clock = createManualClock()
  const lines: string[] = []
  const log = createLog('geocoder', 'trace', { write: (line) => void lines.push(line) })
  const geocoder = createGeocoder({ url: `${server.url}/geocoder`, clock, log })
  cleanUp(() => geocoder.close())
  server.serve(PATH, { body: answer })
  return { server, clock, lines, geocoder }
}

describe('the outside geocoder', () => {
  it('is asked as the Census documents it and gives positions', async () => {
    const { server, geocoder } = await start()
    expect(await geocoder.geocode(ADDRESS)).toEqual([
      { longitude: -76.92744, latitude: 38.845985, address: '4600 SECRET HILL RD, WASHINGTON, DC, 20233' },
    ])
    const [asked] = server.seen
    expect(Object.fromEntries(asked!.query)).toEqual({
      address: ADDRESS,
      benchmark: 'Public_AR_Current',
      format: 'json',
    })
  })

  it('gives no position of an address that it does not know', async () => {
    const { server, geocoder } = await start()
    server.serve(PATH, { body: { result: { addressMatches: [] } } })
    expect(await geocoder.geocode(ADDRESS)).toEqual([])
  })

  it.each<[string, Fault]>([
    ['answers 500', { kind: 'status', status: 500 }],
    ['answers 429', { kind: 'status', status: 429, retry_after: '60' }],
    ['resets the connection', { kind: 'reset' }],
    ['cuts its answer off', { kind: 'cut-off' }],
    ['sends a web page', { kind: 'web-page' }],
    ['redirects', { kind: 'redirect', to: 'http://127.0.0.1:9/' }],
    ['never answers', { kind: 'never-answers' }],
    ['falls silent in its answer', { kind: 'falls-silent' }],
  ])('is given up, and logged without the address, if it %s', async (_, fault) => {
    const { server, lines, geocoder } = await start()
    server.fail(fault)
    expect(await geocoder.geocode(ADDRESS)).toBeUndefined()
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toMatch(/secret|washington|4600/iu)
    expect(await geocoder.geocode(ADDRESS)).toHaveLength(1)
  })

  it.each([
    ['no matches', {}],
    [
      'coordinates as text',
      { result: { addressMatches: [{ coordinates: { x: '1', y: '2' }, matchedAddress: 'A' }] } },
    ],
    [
      'a position off the earth',
      { result: { addressMatches: [{ coordinates: { x: 500, y: 2 }, matchedAddress: 'A' }] } },
    ],
    ['over 256 KB', { result: { addressMatches: [], padding: 'x'.repeat(300_000) } }],
  ])('is given up if its answer has %s', async (_, body) => {
    const { server, geocoder } = await start()
    server.serve(PATH, { body })
    expect(await geocoder.geocode(ADDRESS)).toBeUndefined()
  })

  it('gets no call for 30 seconds after five failures in a row', async () => {
    const { server, clock, geocoder } = await start()
    server.fail({ kind: 'status', status: 503 }, /./u, 5)
    for (let count = 0; count < 5; count++) await geocoder.geocode(ADDRESS)
    expect(await geocoder.geocode(ADDRESS)).toBeUndefined()
    expect(server.count()).toBe(5)
    clock.advance(30_000)
    expect(await geocoder.geocode(ADDRESS)).toHaveLength(1)
  })
})
