import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizeDivisionId, slugDivision } from '../../../schemas/vocabulary/division-id.ts'
import { stateCodes } from './state-codes.ts'

/**
 * Names of counties by the state's code: `001 Autauga,003 Baldwin`. From the counties of the Census of 2017, with those
 * of Alaska and Connecticut that came later.
 */
const names = JSON.parse(readFileSync(join(import.meta.dirname, 'county-names.json'), 'utf8')) as Readonly<
  Record<string, string>
>

/** The name of a county by its five digits; undefined if it is newer than the list. */
export function countyName(geoid: string): string | undefined {
  const code = geoid.slice(2)
  return names[geoid.slice(0, 2)]
    ?.split(',')
    .find((entry) => entry.startsWith(`${code} `))
    ?.slice(code.length + 1)
}

/** The division of a county by its name and the postal code of its state; undefined if the state has none. */
export function countyNamed(state: string, name: string): string | undefined {
  const code = Object.keys(stateCodes).find((one) => stateCodes[one] === state)
  const wanted = slugDivision(spelledInId(name))
  const entry = names[code ?? '']
    ?.split(',')
    .map((one) => ({ county: one.slice(0, 3), called: one.slice(4) }))
    .find(({ county, called }) => Number(county) < FIRST_CITY && slugDivision(spelledInId(called)) === wanted)
  return entry === undefined ? undefined : countyDivision(`${code}${entry.county}`, entry.called)
}

/** Codes of cities that belong to no county (Richmond, St. Louis) begin here. */
const FIRST_CITY = 510

/** The division of a county, or of a city that belongs to none. */
export function countyDivision(geoid: string, name: string): string | undefined {
  const state = stateCodes[geoid.slice(0, 2)]
  if (state === undefined) return undefined
  // The Census has a county there, which is the District.
  if (state === 'dc') return 'ocd-division/country:us/state:dc'
  const tier = Number(geoid.slice(2)) >= FIRST_CITY ? 'place' : 'county'
  return normalizeDivisionId(`ocd-division/country:us/state:${state}/${tier}:${spelledInId(name)}`)
}

export const spelledInId = (name: string): string => name.replace(/['’]/gu, '~').replace(/[.,]/gu, '')
