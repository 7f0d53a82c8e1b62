import { type House, housesOf, spellingsOf } from '../../../corpus/county/addresses.ts'
import { type CountySite, cityAt, districtAt, stateNameOf, zipAt } from '../../../corpus/county/sites.ts'
import type { County } from '../../../corpus/county/write-county.ts'
import { Random } from '../../../corpus/draw/random.ts'

/** An address that a person may write, and the truth about its house. None of it comes from the lookup. */
export type Question = {
  readonly site: CountySite
  readonly address: string
  readonly state: string
  readonly upper: string
  readonly lower: string
}

/** Draws houses anywhere in the counties, in the spellings that leave nothing out. A house seldom comes twice. */
export function* questionsOf(
  county: County,
  sites: readonly CountySite[],
  seed: number,
): Generator<Question, never> {
  const random = new Random(seed, 0, 0)
  for (let count = 1; ; count++) {
    const site = random.pick(sites)
    const segment = random.pick(county.segments)
    const houses = [...housesOf([segment], county.maps, { each: 1, seed: seed + count })]
    const house = random.pick(houses)
    const place = house.place === null ? null : cityAt(site, house.place)
    const spellings = spellingsAt(site, { ...house, place, zip5: zipAt(site, house.zip5) })
    yield {
      site,
      address: random.pick(spellings),
      state: stateNameOf(site),
      upper: String(districtAt(site, 'upper', house.districts['first upper']!)),
      lower: String(districtAt(site, 'lower', house.districts['first lower']!)),
    }
  }
}

const spellingsAt = (site: CountySite, house: House): readonly string[] =>
  spellingsOf(house, { state: site.state.toUpperCase(), city: site.cities.Adamsville })
    .filter(({ is_complete }) => is_complete)
    .map(({ text }) => text)
