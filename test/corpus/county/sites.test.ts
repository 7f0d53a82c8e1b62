import { describe, expect, it } from 'vitest'
import { faceRowsOf, rangeRowsOf } from '../../../corpus/county/address-rows.ts'
import { codeAt, MOST_SITES, pointAt, siteOf } from '../../../corpus/county/sites.ts'
import { drawCounty } from '../../../corpus/county/write-county.ts'

const ZIPS = 4
const sites = Array.from({ length: MOST_SITES }, (_, index) => siteOf(index, ZIPS))

describe('copies of a generated county', () => {
  it('share no place, id, ZIP code, code of a county, name of a city or district', () => {
    const distinct = (values: readonly unknown[]) => expect(new Set(values).size).toBe(MOST_SITES)
    distinct(sites.map((site) => pointAt(site, [0, 0]).join()))
    distinct(sites.map(({ first_id }) => first_id))
    distinct(sites.map(({ first_zip }) => Math.floor(first_zip / ZIPS)))
    distinct(sites.map(({ state, county_code }) => `${state} ${county_code}`))
    distinct(sites.map(({ state, cities }) => `${state} ${cities.Adamsville}`))
    distinct(sites.map((site) => `${site.state} ${codeAt(site, 'lower', '001')}`))
  })

  it('have district codes of the usual length', () => {
    expect(new Set(sites.map((site) => codeAt(site, 'lower', '020').length))).toEqual(new Set([3]))
    expect(new Set(sites.map((site) => codeAt(site, 'congress', '02').length))).toEqual(new Set([2]))
  })

  it('name a face of their own on each side of each segment', () => {
    const county = drawCounty({ blocks_x: 12, blocks_y: 12, zip_blocks: 6 }, 1)
    const site = siteOf(7, ZIPS)
    const faces = new Set([...faceRowsOf(county, site)].map(({ tfid }) => tfid))
    const ranges = [...rangeRowsOf(county, site)]
    expect(ranges.length).toBeGreaterThan(2 * county.segments.length)
    expect(ranges.filter(({ tfid }) => !faces.has(tfid!))).toEqual([])
    expect(new Set(ranges.map(({ zip5 }) => Number(zip5) - site.first_zip))).toEqual(new Set([0, 1, 2, 3]))
  })
})
