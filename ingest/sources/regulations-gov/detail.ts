import type { Regulation } from '../../../schemas/event-bodies/regulation.ts'
import { isWithinReach } from '../../dates/possible-day.ts'
import { cfrReferences } from '../federal-documents/cfr-references.ts'
import { easternDay, REACH } from '../federal-documents/eastern-day.ts'
import type { LeftOut } from '../mapping/left-out.ts'
import { type Fields, listOf, looseText, nullableText } from '../records/fields.ts'

type Detail = Pick<
  Regulation,
  | 'abstract'
  | 'cfr_references'
  | 'effective_on'
  | 'end_page'
  | 'pdf_url'
  | 'rins'
  | 'start_page'
  | 'text_url'
  | 'topics'
>

/** Gives the fields that only a document's detail has. A listing does not have them. */
export function detailOf(attributes: Fields, postedOn: string, leftOut: LeftOut): Detail {
  const [start_page = null, end_page = null] = pagesOf(nullableText(attributes, 'startEndPage') ?? '')
  return {
    abstract: nullableText(attributes, 'docAbstract'),
    rins: rinsOf(attributes.additionalRins),
    cfr_references: cfrReferences(nullableText(attributes, 'cfrPart') ?? ''),
    topics: textsOrText(attributes.topics),
    effective_on: optionalDay(attributes, 'effectiveDate', postedOn, leftOut),
    pdf_url: fileOf(attributes, 'pdf'),
    text_url: fileOf(attributes, 'htm'),
    start_page,
    end_page,
  }
}

/** Null if no day is printed, or if the printed text is not a possible day. */
export function optionalDay(
  attributes: Fields,
  name: string,
  postedOn: string,
  leftOut: LeftOut,
): string | null {
  const printed = nullableText(attributes, name)
  return leftOut.day(name, printed, easternDay(printed ?? ''), (day) => isWithinReach(day, postedOn, REACH))
}

const RIN = /\b\d{4}-[A-Z]{2}\d{2}\b/gu

/** Reads a RIN, a list of RINs, or words for none (`Not Assigned`). */
export function rinsOf(printed: unknown): string[] {
  return [...new Set(textsOrText(printed).flatMap((text) => text.toUpperCase().match(RIN) ?? []))]
}

/** Reads a field that is a list in one version of the API and a text in another. */
function textsOrText(value: unknown): string[] {
  const texts = Array.isArray(value) ? value : [value]
  return texts.filter((text): text is string => typeof text === 'string' && text.trim() !== '')
}

/** `11803 - 11803` */
function pagesOf(printed: string): number[] {
  const match = /^(\d{1,7})\s*[-–]\s*(\d{1,7})$/u.exec(printed.trim())
  return match === null ? [] : [Number(match[1]), Number(match[2])]
}

function fileOf(attributes: Fields, format: string): string | null {
  const file = listOf(attributes, 'fileFormats').find((one) => looseText(one, 'format') === format)
  return file === undefined ? null : nullableText(file, 'fileUrl')
}
