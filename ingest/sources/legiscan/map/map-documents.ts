import type { JurisdictionEntry } from '../../../../schemas/vocabulary/jurisdictions.ts'
import type { BillParts } from '../../../source-interface/observation.ts'
import type { LeftOut } from '../../mapping/left-out.ts'
import { webAddress } from '../../mapping/web-address.ts'
import { type Fields, looseText, mapList, nullableText } from '../../records/fields.ts'
import { documentClasses, textTypes, versionClasses } from '../fields/codes.ts'
import { type DayContext, flagOf, nullableDay, nullableNumber } from '../fields/values.ts'

type Version = BillParts['versions'][number]

/** Texts of the bill. Fiscal notes and vetoes that LegiScan lists among them are documents. */
export function mapVersions(fields: Fields, jurisdiction: JurisdictionEntry, leftOut: LeftOut): Version[] {
  return textsOf(fields, jurisdiction, leftOut).filter(({ note }) => documentClasses[note] === undefined)
}

/** Supplements, amendments, and the texts that are about the bill. */
export function mapDocuments(fields: Fields, jurisdiction: JurisdictionEntry, leftOut: LeftOut): Version[] {
  return [
    ...textsOf(fields, jurisdiction, leftOut).filter(({ note }) => documentClasses[note] !== undefined),
    ...mapList(fields, 'supplements', (item) => supplementOf(item, jurisdiction, leftOut)),
    ...mapList(fields, 'amendments', (item) => amendmentOf(item, jurisdiction, leftOut)),
  ]
}

function textsOf(fields: Fields, { time_zone }: JurisdictionEntry, leftOut: LeftOut): Version[] {
  return mapList(fields, 'texts', (item) => {
    const type = nullableText(item, 'type') ?? textTypes[nullableNumber(item, 'type_id') ?? 0] ?? ''
    const classification = versionClasses[type] ?? documentClasses[type] ?? ''
    return versionOf(item, { time_zone, left_out: leftOut, list: 'texts' }, type, classification)
  })
}

function supplementOf(item: Fields, jurisdiction: JurisdictionEntry, leftOut: LeftOut): Version {
  const type = looseText(item, 'type')
  const title = nullableText(item, 'title') ?? nullableText(item, 'description')
  const note = title === null || title === type ? type : type === '' ? title : `${type}: ${title}`
  const dates = { time_zone: jurisdiction.time_zone, left_out: leftOut, list: 'supplements' }
  return versionOf(item, dates, note, documentClasses[type] ?? '')
}

function amendmentOf(item: Fields, jurisdiction: JurisdictionEntry, leftOut: LeftOut): Version {
  const title = looseText(item, 'title')
  const description = looseText(item, 'description')
  const name = title === description ? title : [title, description].filter((text) => text !== '').join(': ')
  const dates = { time_zone: jurisdiction.time_zone, left_out: leftOut, list: 'amendments' }
  return versionOf(item, dates, flagOf(item, 'adopted') ? `${name} (adopted)` : name, 'amendment')
}

/** A version has up to three addresses: the legislature's, that of another format, and LegiScan's page. */
function versionOf(item: Fields, dates: DayContext, note: string, classification: string): Version {
  const links = [
    { url: looseText(item, 'state_link'), media_type: looseText(item, 'mime') },
    { url: looseText(item, 'alt_state_link'), media_type: looseText(item, 'alt_mime') },
    { url: looseText(item, 'url'), media_type: 'text/html' },
  ]
  return {
    note,
    date: nullableDay(item, 'date', dates),
    classification,
    links: links
      .filter(({ url }) => url.trim() !== '')
      .map(({ url, media_type }) => ({ url: webAddress(url), media_type })),
    text: null,
  }
}
