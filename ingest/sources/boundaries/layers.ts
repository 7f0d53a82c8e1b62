import { normalizeDivisionId, slugDivision } from '../../../schemas/vocabulary/division-id.ts'
import { folderOf, jurisdictionOfFolder } from '../mapping/folders.ts'
import { type Fields, invalid, looseText, nullableText, textOf } from '../records/fields.ts'
import { countyDivision, spelledInId } from './county-names.ts'
import type { PlaceNames } from './place-names.ts'
import { postalCodes, stateCodes } from './state-codes.ts'
import { congressStart, termStarts } from './term-starts.ts'

/** The location of a feature: its file, and the name of its collection. */
export type Place = {
  readonly record: string
  readonly layer: string
  /** True if the publisher says that its shapes have fewer points than surveyed; null if it does not say. */
  readonly is_simplified?: boolean | null
  readonly place_names?: PlaceNames
  /** The file has floterial districts and no base districts. */
  readonly lacks_base?: boolean
}

/** The division and the map of a feature, and the days from and to which they are in force. */
export type RecognizedLayer = {
  readonly division_id: string
  readonly release: string
  readonly name: string
  readonly valid_from: string | null
  readonly valid_to: string | null
}

/**
 * A layer of a publisher, recognized by a field that only its features have. Null if the feature is not a
 * division.
 */
type Layer = (fields: Fields, place: Place) => RecognizedLayer | null | undefined

/** Undefined if no layer recognizes it. Throws `record_invalid` if a field does not fit its layer. */
export function recognizeLayer(fields: Fields, place: Place): RecognizedLayer | null | undefined {
  for (const layer of layers) {
    const found = layer(fields, place)
    if (found !== undefined) return found
  }
  return undefined
}

/** The code of water, and of land that no district is defined for. */
export const NO_DISTRICT = /^Z+$/u
const has = (fields: Fields, name: string): boolean => typeof fields[name] === 'string'
const yearOf = ({ layer, record }: Place): string | undefined =>
  /(?:^|[^\d])((?:19|20)\d{2})(?:[^\d]|$)/u.exec(`${layer} ${record.split('/').at(-1)}`)?.[1]

/** These features name their own division: our files, and those of Open States and the ACLU. */
const explicit: Layer = (fields, { record, layer }) => {
  const id = nullableText(fields, 'division_id') ?? nullableText(fields, 'ocd_id')
  if (id === null) return undefined
  const divisionId = normalizeDivisionId(id)
  if (divisionId === undefined) throw invalid('ocd_id', id, 'a division id')
  const session = fields.start_session
  const release = nullableText(fields, 'release') ?? (has(fields, 'aclu_id') ? 'aclu' : slugDivision(layer))
  return {
    // The Census lists the District of Columbia as a county.
    division_id: divisionId.replace('/state:dc/county:district_of_columbia', '/state:dc'),
    release: `${release}${session === undefined ? '' : `-cd-${session}`}${isForDisplay(record) ? '-display' : ''}`,
    name: textOf(fields, 'name'),
    valid_from: nullableText(fields, 'start_date') ?? nullableText(fields, 'valid_from'),
    valid_to: nullableText(fields, 'end_date') ?? nullableText(fields, 'valid_to'),
  }
}

const congress: Layer = (fields) => {
  const field = Object.keys(fields).find((name) => /^CD\d{3}FP$/u.test(name))
  if (field === undefined) return undefined
  const code = textOf(fields, field)
  if (NO_DISTRICT.test(code)) return null
  const session = Number(field.slice(2, 5))
  const validFrom = congressStart(session)
  return {
    ...inState(fields, 'cd', code),
    release: `census-cd-${session}`,
    valid_from: validFrom,
    valid_to: null,
  }
}

const legislature: Layer = (fields) => {
  const tier = has(fields, 'SLDUST') ? 'sldu' : has(fields, 'SLDLST') ? 'sldl' : undefined
  if (tier === undefined) return undefined
  const code = textOf(fields, tier === 'sldu' ? 'SLDUST' : 'SLDLST')
  if (NO_DISTRICT.test(code)) return null
  const year = textOf(fields, 'LSY')
  const state = stateOf(fields)
  const named = tier in (namesOf[state] ?? {}) ? districtName(textOf(fields, 'NAMELSAD')) : undefined
  const spelled = named === undefined ? code : namesOf[state]![tier]!(named)
  return {
    ...inState(fields, tier, spelled),
    release: `census-sld-${year}`,
    valid_from: termStarts[year]?.[state] ?? null,
    valid_to: null,
  }
}

/** Places whose ids come from names, by postal code and tier, because the Census code means nothing there. */
const namesOf: Readonly<Record<string, Readonly<Record<string, (name: string) => string>>>> = {
  ma: { sldu: (name) => name, sldl: (name) => name },
  nh: { sldl: (name) => name },
  vt: {
    sldl: (name) => name,
    sldu: (name) => name.replace(/^Chittenden (.+)$/u, (_, part) => `Chittenden-${part.replace(' ', '')}`),
  },
}

/** Removes the common words from `State House District Grafton 05` and `Chittenden-13 State House District`. */
const districtName = (name: string): string =>
  name
    .replace(/\b(?:State (?:House|Senate) District|Senatorial District|District)\b/u, '')
    .replace(/[^\p{L}\p{N}\s_.~-]/gu, '')
    .replace(/\b0+(?=\d)/gu, '')

const place: Layer = (fields, where) => {
  const tier = has(fields, 'PLACEFP') ? 'place' : has(fields, 'COUNTYFP') ? 'county' : undefined
  if (tier === undefined || has(fields, 'COUSUBFP')) return undefined
  const release = `census-${tier}${yearOf(where) === undefined ? '' : `-${yearOf(where)}`}`
  const printed = textOf(fields, 'NAME')
  const distinct = where.place_names?.get(looseText(fields, 'GEOID')) ?? printed
  const found = inState(fields, tier, spelledInId(distinct))
  const county = tier === 'county' ? countyDivision(countyCode(fields), printed) : undefined
  return { ...found, division_id: county ?? found.division_id, release, valid_from: null, valid_to: null }
}

const countyCode = (fields: Fields): string => `${textOf(fields, 'STATEFP')}${textOf(fields, 'COUNTYFP')}`

/**
 * Districts as a state publishes them: `district` is their name, `kind` is base or floterial. The Census has one
 * district for each spot, so districts that lie over others come only in such a file.
 */
const stateFile: Layer = (fields, where) => {
  if (fields.kind === undefined || fields.district === undefined) return undefined
  const kind = textOf(fields, 'kind').trim().toLowerCase()
  if (kind !== 'base' && kind !== 'floterial') throw invalid('kind', fields.kind, 'base or floterial')
  const state = nullableText(fields, 'state')?.trim().toLowerCase() ?? stateOfFile(where)
  if (!postalCodes.has(state)) throw invalid('state', state, 'the postal code of a state')
  const tier = nullableText(fields, 'chamber')?.trim().toLowerCase() === 'upper' ? 'sldu' : 'sldl'
  const name = looseText(fields, 'district').trim()
  const code = spelledInId(name.replace(/\b0+(?=\d)/gu, ''))
  const divisionId = normalizeDivisionId(`ocd-division/country:us/state:${state}/${tier}:${code}`)
  if (divisionId === undefined) throw invalid('district', name, 'a name or number')
  const year = yearOf(where)
  const release = nullableText(fields, 'release')
  // A map of its own would replace that of the base districts, and their members would be missing.
  if (release === null && where.lacks_base === true)
    throw invalid('release', null, 'the map of the base districts, which the file lacks')
  return {
    division_id: divisionId,
    release: release ?? `${state}-${tier}${year === undefined ? '' : `-${year}`}`,
    name: nullableText(fields, 'name') ?? name,
    valid_from:
      nullableText(fields, 'valid_from') ?? (year === undefined ? null : (termStarts[year]?.[state] ?? null)),
    valid_to: nullableText(fields, 'valid_to'),
  }
}

export const isBase = (kind: unknown): boolean => String(kind).trim().toLowerCase() === 'base'

/** A file of a state without a column for it: `nh/house-2022.shp`. */
const stateOfFile = ({ record }: Place): string =>
  jurisdictionOfFolder(folderOf(record))?.abbreviation ??
  /(?:^|[/_-])([a-z]{2})[_-][^/]*$/u.exec(record)?.[1] ??
  ''

/** Wards of a city, in a folder with the name of the place. Its name contains the year of the map. */
const ward: Layer = (fields, where) => {
  if (fields.WARD === undefined) return undefined
  const jurisdiction = jurisdictionOfFolder(folderOf(where.record))
  if (jurisdiction?.abbreviation !== 'dc') return undefined
  const year = yearOf(where)
  return {
    division_id: `${jurisdiction.division_id}/ward:${slugDivision(String(fields.WARD))}`,
    release: `dc-wards${year === undefined ? '' : `-${year}`}`,
    name: textOf(fields, 'NAME'),
    valid_from: year === undefined ? null : `${year}-01-01`,
    valid_to: null,
  }
}

const constituency: Layer = (fields) => {
  const field = Object.keys(fields).find((name) => /^PCON\d\dCD$/u.test(name))
  if (field === undefined) return undefined
  const year = `20${field.slice(4, 6)}`
  return {
    division_id: `ocd-division/country:gb/constituency:${textOf(fields, field).toLowerCase()}`,
    release: `gb-constituency-${year}`,
    name: textOf(fields, field.replace('CD', 'NM')),
    valid_from: null,
    valid_to: null,
  }
}

const layers: readonly Layer[] = [explicit, stateFile, congress, legislature, place, ward, constituency]

function stateOf(fields: Fields): string {
  const code = textOf(fields, 'STATEFP')
  const state = stateCodes[code]
  if (state === undefined) throw invalid('STATEFP', code, 'the code of a state')
  return state
}

function inState(fields: Fields, tier: string, code: string): Pick<RecognizedLayer, 'division_id' | 'name'> {
  const id = `ocd-division/country:us/state:${stateOf(fields)}/${tier}:${code.trim().replace(/^0+(?=.)/u, '')}`
  const divisionId = normalizeDivisionId(id)
  if (divisionId === undefined) throw invalid(tier, code, 'a code or name')
  return { division_id: divisionId, name: textOf(fields, 'NAMELSAD') }
}

/** Recognizes the ACLU's files with fewer points. */
export const isForDisplay = (record: string): boolean => record.includes('.display.')
