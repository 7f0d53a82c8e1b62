import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { otherSpellings, plainIdentifier } from './bill-designations.ts'
import { billKey } from './identity-keys.ts'

/**
 * Normalizes bill numbers, so that one bill has one key however its number is printed. Only keys are normalized;
 * readers see the printed number. Keys are in upper case, without spaces, dots, or zeros before a number: `H.B. 0005`
 * and `HB 5` are `HB5`.
 */
type NumberingRule = {
  readonly pattern: RegExp
  readonly key: (match: RegExpExecArray) => string
}

const digits = (text: string | undefined): string => (text ?? '').replace(/^0+(?=\d)/u, '')

/** Rules that differ from the general rule, by postal code. The first rule that matches decides. */
const numberingRules: Readonly<Record<string, readonly NumberingRule[]>> = {
  // The extraordinary session is part of the prefix: SBX1 4 is not SBX 14.
  ca: [{ pattern: /^([A-Z]+) ?X(\d)[ -]?0*(\d+)$/u, key: (m) => `${m[1]}X${m[2]} ${m[3]}` }],
  // The year is part of the number, with its zero. A letter names a special session: HB05-1234, SB25B-001.
  co: [
    {
      pattern: /^([A-Z]+) ?(\d{1,2})([A-Z]?)-0*(\d+)$/u,
      key: (m) => `${m[1]}${m[2]?.padStart(2, '0')}${m[3]}-${m[4]?.padStart(3, '0')}`,
    },
  ],
  // Council period and four digits: B25-0001.
  dc: [{ pattern: /^([A-Z]+) ?(\d+)-0*(\d+)$/u, key: (m) => `${m[1]}${m[2]}-${m[3]?.padStart(4, '0')}` }],
  // Number and legislature: B 100-38.
  gu: [
    { pattern: /^([A-Z]+) ?0*(\d+)-(\d+)(.*)$/u, key: (m) => `${m[1]}${m[2]}-${m[3]}${squeeze(m[4] ?? '')}` },
  ],
  // Legislature and number: HB 24-1, SLI 24-01.
  mp: [
    { pattern: /^([A-Z]+) ?(\d+)-0*(\d+)(.*)$/u, key: (m) => `${m[1]}${m[2]}-${m[3]}${squeeze(m[4] ?? '')}` },
  ],
  // The letter names a print of the same bill: A8019A is A8019.
  ny: [{ pattern: /^([A-Z]) ?0*(\d+)-?([A-Z])?$/u, key: (m) => `${m[1]}${m[2]}` }],
  // Engrossed and substitute prints keep the number of the bill: 2ESHB 1234 is HB 1234.
  wa: [
    {
      pattern: /^(?:\d?E)?(?:\d?S)?((?:HB|SB|HJM|SJM|HJR|SJR|HCR|SCR|HR|SR|HI|SI)) ?0*(\d+)$/u,
      key: (m) => `${m[1]}${m[2]}`,
    },
  ],
}

const INVISIBLE = /\p{Cf}|\p{Cc}/gu
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu

/** Nearly every printed number matches this pattern and needs no flattening. */
const FLAT = /^[A-Z\d-]+(?: [A-Z\d-]+)*$/u

/** `209½` and `209 1/2` are equal, and differ from `2091/2`. */
const BEFORE_FRACTION = /\d(?=[\u00bc-\u00be\u2150-\u215e])/gu

/** Converts to upper case, single spaces and plain hyphens, without invisible characters. */
function flatten(printed: string): string {
  if (FLAT.test(printed)) return printed
  return printed
    .replace(/\s+/gu, ' ')
    .replace(BEFORE_FRACTION, '$& ')
    .normalize('NFKC')
    .replace(/\u2044/gu, '/')
    .replace(INVISIBLE, '')
    .replace(DASHES, '-')
    .replace(/\./gu, '')
    .replace(/ +/gu, ' ')
    .trim()
    .toUpperCase()
}

/** Removes spaces except between two digits, and zeros before a number that follows a letter or starts the text. */
function squeeze(text: string): string {
  return text.replace(/(?<!\d) +| +(?!\d)/gu, '').replace(/(?<![\d-])0+(?=\d)/gu, '')
}

const cache = new Map<string, readonly NumberingRule[]>()

function rulesOf(jurisdiction: string): readonly NumberingRule[] {
  let rules = cache.get(jurisdiction)
  if (rules === undefined) {
    rules = numberingRules[findJurisdiction(jurisdiction)?.abbreviation ?? ''] ?? []
    cache.set(jurisdiction, rules)
  }
  return rules
}

const PLAIN = /^([A-Z]+) ?0*(\d+)([A-Z]*)$/u

/** Gives the key of a bill's printed identifier within its session. Empty if nothing readable is printed. */
export function normalizeIdentifier(jurisdiction: string, printed: string): string {
  return normalizePlain(jurisdiction, plainIdentifier(jurisdiction, printed))
}

/**
 * Gives the other keys under which the same bill may be stored. It may have been seen first under another
 * spelling, or before its number had a rule. An entity with such a key is this bill.
 */
export function formerBillKeys(jurisdiction: string, session: string, printed: string): string[] {
  const plain = plainIdentifier(jurisdiction, printed)
  const key = normalizePlain(jurisdiction, plain)
  const spellings = [printed, ...otherSpellings(jurisdiction, plain)]
  const former = new Set(spellings.map((one) => normalizePlain(jurisdiction, one)))
  former.delete(key)
  former.delete('')
  return [...former].map((one) => billKey(jurisdiction, session, one))
}

function normalizePlain(jurisdiction: string, printed: string): string {
  const text = flatten(printed)
  for (const rule of rulesOf(jurisdiction)) {
    const match = rule.pattern.exec(text)
    if (match !== null) return rule.key(match)
  }
  const plain = PLAIN.exec(text)
  if (plain !== null) return `${plain[1]}${digits(plain[2])}${plain[3]}`
  return squeeze(text)
}
