import type { ReadRecord } from '../../files/records.ts'
import { decodeText } from '../../text-extraction/lines/decode.ts'
import { invalid } from '../records/fields.ts'
import {
  type FederalVersion,
  federalBill,
  federalVersionIn,
  lawIn,
  lawPackage,
  noteOf,
  packageAddress,
  packageOf,
} from './federal-package.ts'
import { agreeing, billOfDtd, billOfLaw, stageOfDtd, versionOfUslm } from './identify-xml.ts'
import type { TextDocument } from './observe-text.ts'
import { versionNames } from './version-codes.ts'

/**
 * Recognizes a text of Congress by its name (`BILLS-119hr1eh…`, `PLAW-119publ21…`) or its content. Gives undefined
 * for any other text. Throws `record_invalid` if name and document belong to two bills.
 */
export function federalText(
  record: ReadRecord,
  mediaType: string,
  observedAt: string,
): TextDocument | undefined {
  const { name, bytes } = record
  const named = federalVersionIn(name)
  const shared = { media_type: mediaType, bytes, observed_at: observedAt, record: name }
  if (mediaType !== 'text/xml')
    return named === null ? undefined : { ...ofVersion(named, mediaType), ...shared }
  const xml = decodeText(bytes)
  const law = lawIn(name) ?? (named === null ? billOfLaw(xml)?.law : undefined) ?? null
  if (law !== null) return { ...ofLaw(xml, lawPackage(law)), ...shared }
  const identified = versionOfUslm(xml) ?? billOfDtd(xml)
  if (named !== null && identified !== null) agreeing(named, identified)
  const version = named ?? versionOfUslm(xml) ?? versionOfDtd(xml)
  return version === null ? undefined : { ...ofVersion(version, mediaType), ...shared }
}

type LocatedText = Pick<TextDocument, 'bill' | 'url' | 'package' | 'version'>

function ofVersion(version: FederalVersion, mediaType: string): LocatedText {
  const name = packageOf(version)
  return locatedText(federalBill(version), name, noteOf(version.code), addressOf(name, mediaType), mediaType)
}

function ofLaw(xml: string, name: string): LocatedText {
  const found = billOfLaw(xml)
  if (found === null) throw invalid('ref', undefined, 'the bill that the law was')
  return locatedText(federalBill(found.bill), name, 'Public Law', packageAddress(name, 'uslm'), 'text/xml')
}

function locatedText(
  bill: { key: string; jurisdiction: string },
  name: string,
  note: string,
  url: string,
  mediaType: string,
): LocatedText {
  const links = [{ url, media_type: mediaType }]
  const version = { note, date: null, classification: '', links, text: null }
  return { bill, url, package: name, version }
}

const folders: Readonly<Record<string, readonly [string, string]>> = {
  'text/html': ['html', 'htm'],
  'text/plain': ['html', 'htm'],
  'application/pdf': ['pdf', 'pdf'],
}

function addressOf(name: string, mediaType: string): string {
  const [folder, extension] = folders[mediaType] ?? ['xml', 'xml']
  return `https://www.govinfo.gov/content/pkg/${name}/${folder}/${name}.${extension}`
}

/** A document of the old DTDs that has lost its name says its stage in words. */
function versionOfDtd(xml: string): FederalVersion | null {
  const bill = billOfDtd(xml)
  const stage = stageOfDtd(xml)?.toLowerCase()
  const code = Object.entries(versionNames).find(([, name]) => name.toLowerCase() === stage)?.[0]
  if (bill === null || bill.congress === null || code === undefined) return null
  return { congress: bill.congress, type: bill.type, number: bill.number, code }
}
