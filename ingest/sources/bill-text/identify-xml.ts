import { invalid } from '../records/fields.ts'
import type { FederalBill, FederalVersion, Law } from './federal-package.ts'

/** Reads how a document of Congress identifies itself, from its beginning. */
const HEAD_CHARACTERS = 100_000

/** `116hr1058rds` of USLM's `citableAs`; the spaces of the old DTDs' `H. R. 1043`. */
const CITABLE =
  /<citableAs>\s*(\d{1,3})(hr|s|hjres|sjres|hconres|sconres|hres|sres)(\d+)([a-z]+\d*)\s*<\/citableAs>/iu
const LEGIS_NUM = /<legis-num\b[^>]*>(.*?)<\/legis-num>/su
const CONGRESS_NUMBER = /<congress\b[^>]*>\s*(?:<[^>]*>)*\s*(\d{1,3})\s*(?:th|st|nd|rd)\b/iu
const STAGE = /\b(?:bill|resolution)-stage="([^"]+)"/u
const LAW_BILL =
  /<ref\b[^>]*href="\/us\/(?:bill|resolution)\/(\d{1,3})\/(hr|s|hjres|sjres|hconres|sconres|hres|sres)\/(\d+)"/u
const LAW_NUMBER = /<citableAs>\s*(Public|Private) Law (\d{1,3})[–-](\d+)\s*<\/citableAs>/u

export function versionOfUslm(xml: string): FederalVersion | null {
  const match = CITABLE.exec(xml.slice(0, HEAD_CHARACTERS))
  if (match === null) return null
  const [, congress = '', type = '', number = '', code = ''] = match
  return { congress, type: type.toLowerCase(), number, code: code.toLowerCase() }
}

/** Finds the bill that became a public law: the first one that the margin names. */
export function billOfLaw(xml: string): { bill: FederalBill; law: Law } | null {
  const head = xml.slice(0, HEAD_CHARACTERS)
  const [, congress, type, number] = LAW_BILL.exec(head) ?? []
  const [, kind, law_congress, law_number] = LAW_NUMBER.exec(head) ?? []
  if (congress === undefined || law_congress === undefined) return null
  return {
    bill: { congress, type: type!, number: number! },
    law: { congress: law_congress, kind: kind === 'Private' ? 'pvtl' : 'publ', number: law_number! },
  }
}

/**
 * The words of a document of the old DTDs: `H. R. 1043`, `119th CONGRESS`. The title in its metadata often belongs to
 * another bill.
 */
export function billOfDtd(xml: string): { type: string; number: string; congress: string | null } | null {
  const head = xml.slice(0, HEAD_CHARACTERS)
  const printed = LEGIS_NUM.exec(head)?.[1]
  if (printed === undefined) return null
  const letters = printed
    .replace(/<[^>]*>/gu, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
  const match = /^(hr|s|hjres|sjres|hconres|sconres|hres|sres)(\d+)/u.exec(letters)
  if (match === null) return null
  return { type: match[1]!, number: match[2]!, congress: CONGRESS_NUMBER.exec(head)?.[1] ?? null }
}

/** `Reported-in-House` of the old DTDs, as words. */
export function stageOfDtd(xml: string): string | null {
  return STAGE.exec(xml.slice(0, HEAD_CHARACTERS))?.[1]?.replaceAll('-', ' ') ?? null
}

/** Throws `record_invalid` if the document belongs to a different bill from the one in its name. */
export function agreeing(
  named: FederalVersion,
  reported: { type: string; number: string; congress: string | null },
): void {
  const same = reported.type === named.type && Number(reported.number) === Number(named.number)
  if (same && (reported.congress === null || Number(reported.congress) === Number(named.congress))) return
  const wanted = `${named.congress}${named.type}${named.number}, which its name says`
  throw invalid('legis-num', `${reported.congress ?? '?'}${reported.type}${reported.number}`, wanted)
}
