import { normalizeDivisionId, slugDivision } from '../../../schemas/vocabulary/division-id.ts'
import { folderOf, jurisdictionOfFolder } from '../mapping/folders.ts'
import { type Fields, invalid, nullableText, textOf } from '../records/fields.ts'
import { stateCodes } from './state-codes.ts'
import { congressStart, termStarts } from './term-starts.ts'

/** The location of a feature: its file, and the name of its collection. */
export type Place = { readonly record: string; readonly layer: string }

/** Which division a feature is of, on which map, and from when to when that is in force. */
export type RecognizedLayer = {
  readonly division_id: string
  readonly release: string
  readonly name: string
  readonly valid_from: string | null
  readonly valid_to: string | null
}

/** A layer of a publisher, known by a field that only its features have. Null: the feature is of no division. */
type Layer = (fields: Fields, place: Place) => RecognizedLayer | null | undefined

/** Undefined if no layer recognizes it. Throws `record_invalid` if a field differs from what its layer has there. */
export function recognizeLayer(fields: Fields, place: Place): RecognizedLayer | null | undefined {
  for (const layer of layers) {
    const found = layer(fields, place)
    if (found !== undefined) return found
  }
  return undefined
}

const UNDEFINED = /^Z+$/u
const has = (fields: Fields, name: string): boolean => typeof fields[name] === 'string'
const yearOf = ({ layer, record }: Place): string | undefined =>
  /(?:^|[^\d])((?:19|20)\d{2})(?:[^\d]|$)/u.exec(`${layer} ${record.split('/').at(-1)}`)?.[1]

/** Their features say themselves which division they are of: files of ours, of Open States, of the ACLU. */
const explicit: Layer = (fields, { record, layer }) => {
  const id = nullableText(fields, 'division_id') ?? nullableText(fields, 'ocd_id')
  if (id === null) return undefined
  const divisionId = normalizeDivisionId(id)
  if (divisionId === undefined) throw invalid('ocd_id', id, 'a division id')
  const session = fields.start_session
  const release = nullableText(fields, 'release') ?? (has(fields, 'aclu_id') ? 'aclu' : slugDivision(layer))
  return {
    // The Census has a county there, which is the District.
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
  if (UNDEFINED.test(code)) return null
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
  if (UNDEFINED.test(code)) return null
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

/** Places whose ids are made from names, by postal code and tier, because the Census code means nothing there. */
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
  if (tier === undefined) return undefined
  const release = `census-${tier}${yearOf(where) === undefined ? '' : `-${yearOf(where)}`}`
  const name = textOf(fields, 'NAME').replace(/['’]/gu, '~').replace(/[.,]/gu, '')
  return { ...inState(fields, tier, name), release, valid_from: null, valid_to: null }
}

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

const layers: readonly Layer[] = [explicit, congress, legislature, place, ward, constituency]

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

/** The ACLU's names of files that are drawn with fewer points. */
export const isForDisplay = (record: string): boolean => record.includes('.display.')
