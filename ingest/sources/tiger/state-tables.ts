import type { AddressRelease } from '../../../schemas/event-bodies/address-release.ts'
import { normalizeDivisionId } from '../../../schemas/vocabulary/division-id.ts'
import type { TableRow } from '../../files/shapefiles/dbf-table.ts'
import type { LoadedSet } from '../../files/shapefiles/load-set.ts'
import { countyDivision, countyName, spelledInId } from '../boundaries/county-names.ts'
import { distinctPlaceNames, readableRow } from '../boundaries/place-names.ts'
import { stateCodes } from '../boundaries/state-codes.ts'
import type { TigerName } from './file-name.ts'

export type NamedPlace = { readonly name: string; readonly division_id: string }

/** The names and years that the files of states and of the nation give for one vintage. */
export type StateTables = {
  /** By the digits of state and place. */
  readonly places: Map<string, NamedPlace>
  /** Towns of the states where addresses name them, by the digits of state, county and subdivision. */
  readonly towns: Map<string, NamedPlace>
  /** Names of counties by their digits. */
  readonly counties: Map<string, string>
  /** The years of the maps of legislatures, by the digits of the state and the column. */
  readonly years: Map<string, string>
  /** Files that could not be read, by the digits of the state or `us`. */
  readonly broken: Map<string, string>
}

export const emptyTables = (): StateTables => ({
  places: new Map(),
  towns: new Map(),
  counties: new Map(),
  years: new Map(),
  broken: new Map(),
})

/** Connecticut, Maine, Massachusetts, New Hampshire, Rhode Island, Vermont: their towns are places of the lists too. */
const STATES_OF_TOWNS = new Set(['09', '23', '25', '33', '44', '50'])

/** Adds the names of a table. */
export function addNames(tables: StateTables, loaded: LoadedSet): void {
  const distinct = distinctPlaceNames(loaded)
  for (let index = 0; index < loaded.rows; index++) {
    const row = readableRow(loaded.row, index)
    if (row !== null) addRow(tables, row, distinct.get(String(row.GEOID)))
  }
}

function addRow({ places, towns, counties, years }: StateTables, row: TableRow, distinct?: string): void {
  const { STATEFP: state, PLACEFP, COUNTYFP, COUSUBFP, NAME: name, LSY, SLDUST, SLDLST } = row
  if (typeof state !== 'string') return
  if (typeof LSY === 'string') {
    if (SLDUST !== undefined) years.set(`${state} SLDUST`, LSY)
    if (SLDLST !== undefined) years.set(`${state} SLDLST`, LSY)
  }
  if (typeof name !== 'string') return
  if (typeof PLACEFP === 'string') setPlace(places, `${state}${PLACEFP}`, { name, spelled: distinct ?? name })
  else if (typeof COUSUBFP === 'string') {
    const isTown = STATES_OF_TOWNS.has(state) && row.FUNCSTAT === 'A'
    if (isTown) setPlace(towns, `${state}${COUNTYFP}${COUSUBFP}`, { name, spelled: name })
  } else if (typeof COUNTYFP === 'string') counties.set(`${state}${COUNTYFP}`, name)
}

function setPlace(
  into: Map<string, NamedPlace>,
  code: string,
  { name, spelled }: { readonly name: string; readonly spelled: string },
): void {
  const state = stateCodes[code.slice(0, 2)]
  const id = normalizeDivisionId(`ocd-division/country:us/state:${state}/place:${spelledInId(spelled)}`)
  if (state !== undefined && id !== undefined) into.set(code, { name, division_id: id })
}

/** The division of a county by its digits; undefined if neither the files nor our list name it. */
export function areaOfCounty({ counties }: StateTables, geoid: string): string | undefined {
  const name = counties.get(geoid) ?? countyName(geoid)
  return name === undefined ? undefined : countyDivision(geoid, name)
}

/**
 * The maps whose codes the faces have. The faces of a vintage have the codes of the maps of that vintage, and the
 * columns say which Congress.
 */
export function mapsOf({ years }: StateTables, state: string, columns: FaceColumns): AddressRelease['maps'] {
  const sld = (column: string | undefined, key: string) => {
    const year = years.get(`${state} ${key}`)
    return column === undefined || year === undefined ? null : `census-sld-${year}`
  }
  const congress = /^CD(\d{2,3})FP/u.exec(columns.congress ?? '')?.[1]
  return {
    upper: sld(columns.upper, 'SLDUST'),
    lower: sld(columns.lower, 'SLDLST'),
    congress: congress === undefined ? null : `census-cd-${Number(congress)}`,
  }
}

export type FaceColumns = {
  readonly upper: string | undefined
  readonly lower: string | undefined
  readonly congress: string | undefined
}

/** The file that keeps a county from being read as a whole. */
export const brokenFileOf = (
  { broken }: StateTables,
  { area }: Pick<TigerName, 'area'>,
): string | undefined => broken.get(area.slice(0, 2)) ?? broken.get('us')
