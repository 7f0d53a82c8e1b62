import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'

/** What a line says about the bill that it means. */
export type Reference = {
  /** As printed, such as `HB 1234` or `H.R. 1`. */
  readonly number: string
  /** A division id. */
  readonly jurisdiction?: string
  /** The session in the words of the line: an identifier, a name, a year, `119th`. */
  readonly session?: string
  /** Another number follows: the line means several bills. */
  readonly has_more?: true
}

/** `HB 12`, `SB5`, `H.R. 1`, `House Bill 12`, `AB-12`, `2SHB 1217`, `HB25-1001`, `B25-0123`. */
const NUMBER =
  /^(?<number>\d?[a-z][a-z.]*(?:\s+[a-z.]+){0,4}?\s*-?\s*(?:no\.?\s*|#\s*)?(?<digits>\d{1,7}(?:-\d{3,4})?)[a-z]{0,2})(?!\w)/iu
/** Joint resolutions of Michigan have letters (`HJR AA`), and drafts of Iowa begin with digits (`1001XD`). */
const UNUSUAL =
  /^(?<number>(?:[HS]JR|(?:House|Senate) Joint Resolution)\s+(?!NO\b)[A-Z]{1,2}|\d{3,5}(?:XD|DP))(?![\w.])/u
/** `B 145-38`, `HB 24-1`: a number with that of its legislature. Elsewhere a dash means several bills. */
const WITH_LEGISLATURE = /^(?<number>[a-z]{1,10}\s*\d{1,4}-\d{1,3})(?!\w)/iu
const PLACES_WITH_LEGISLATURE: ReadonlySet<string> = new Set(
  ['gu', 'mp'].flatMap((code) => findJurisdiction(code)?.division_id ?? []),
)
/** A number, its place and session stand at the beginning of a line. */
const MAX_READ = 300
/** `SB 5 and SB 6`, `SB 5, SB 6`, `SB 5-8`. */
const ANOTHER = /^\s*(?:(?:,|;|&|\/|\+|and\b)\s*[a-z]{1,6}\.?\s?\d|[-–]\s*\d)/iu
const BULLET = /^(?:[-*•·–—▪●]+\s*|\(?\d{1,4}[.)]\s+(?=\D))/u
const QUOTES = /^["'“”]+|["'“”]+$/gu
const PLACE_END = /^[\s:,;/|–—-]+/u
/** `2025`, `2025-2026`, `2025/26`, `119th`, `104th Congress`, also in parentheses. */
const SESSION =
  /\b(?:(?:19|20)\d\d(?:\s?[-–/]\s?(?:(?:19|20)\d\d|\d\d))?|\d{2,3}(?:st|nd|rd|th)(?:\s+congress)?)\b/iu
const CONGRESS = 'ocd-division/country:us'
/** Kinds of Congress that no state spells so. */
const FEDERAL = /^(?:H\.\s?R\.|S\.|(?:H|S)\.\s?(?:J|Con)?\.?\s?Res\.?)\s?\d/iu

/**
 * Reads a line of a pasted list: the number, with a place before or after it, and a session. `assumed`: the place of lines
 * that name none. undefined: no number stands at its beginning.
 */
export function readReference(line: string, assumed?: string): Reference | undefined {
  const text = line.slice(0, MAX_READ).normalize('NFKC').trim().replace(QUOTES, '').replace(BULLET, '').trim()
  const led = leadingPlace(text)
  const named = withLegislature(led, assumed) ?? UNUSUAL.exec(led.rest) ?? NUMBER.exec(led.rest)
  if (named?.groups === undefined) return undefined
  const [number, year] = withoutYear(named.groups.number!.trim(), named.groups.digits ?? '')
  const rest = led.rest.slice(named[0].length)
  const session = year ?? SESSION.exec(rest)?.[0]
  const place = led.place ?? trailingPlace(rest) ?? federalPlace(number, session)
  return {
    number,
    ...(place === undefined ? {} : { jurisdiction: place }),
    ...(session === undefined ? {} : { session: session.replace(/\s+congress$/iu, '') }),
    ...(ANOTHER.test(rest) ? { has_more: true } : {}),
  }
}

function withLegislature(
  { place, rest }: { readonly place?: string; readonly rest: string },
  assumed: string | undefined,
): RegExpExecArray | undefined {
  const found = WITH_LEGISLATURE.exec(rest)
  if (found === null) return undefined
  const at = place ?? trailingPlace(rest.slice(found[0].length)) ?? assumed
  return at !== undefined && PLACES_WITH_LEGISLATURE.has(at) ? found : undefined
}

/** `HB 12-2025` means the year 2025; `HB12-1234` is a number of Colorado. */
function withoutYear(number: string, digits: string): [number: string, year: string | undefined] {
  const [, second] = digits.split('-')
  if (second === undefined || !/^(?:19|20)\d\d$/u.test(second)) return [number, undefined]
  return [number.slice(0, number.lastIndexOf('-')).trim(), second]
}

/** A place before the number. A code such as `SC` is one only if a kind of bill follows: `SC 12` is a number. */
function leadingPlace(text: string): { readonly place?: string; readonly rest: string } {
  const words = text.split(/\s+/u)
  for (let count = Math.min(5, words.length - 1); count >= 1; count -= 1) {
    const name = words
      .slice(0, count)
      .join(' ')
      .replace(/[:,;|–—-]+$/u, '')
    const rest = text.replace(new RegExp(`^(?:\\S+\\s+){${count}}`, 'u'), '').replace(PLACE_END, '')
    const found = placeNamed(name)
    const isNumber = UNUSUAL.test(rest) || /^\d?[a-z][a-z. ]*[\s-]*(?:no\.?\s*|#\s*)?\d/iu.test(rest)
    if (found !== undefined && isNumber) return { place: found, rest }
  }
  const joined = /^(?<code>[A-Z]{2})[-:/](?<rest>[A-Z]{1,6}\.?\s?\d.*)$/u.exec(text)?.groups
  const found = joined === undefined ? undefined : placeNamed(joined.code!)
  return found === undefined ? { rest: text } : { place: found, rest: joined!.rest! }
}

/** A place right after the number: `HB 5 (TX)`, `HB 5, Texas`. */
function trailingPlace(rest: string): string | undefined {
  const named = /^[\s,;:/(–—-]+(?<name>[a-z][a-z.]*(?:\s[a-z.]+){0,3})/iu.exec(rest)?.groups?.name
  if (named === undefined) return undefined
  const words = named.split(' ')
  for (let count = words.length; count >= 1; count -= 1) {
    const found = placeNamed(words.slice(0, count).join(' '))
    if (found !== undefined) return found
  }
  return undefined
}

function placeNamed(name: string): string | undefined {
  // Short codes in small letters are words: in, or, me.
  if (name.length === 2 && name !== name.toUpperCase()) return undefined
  return (findJurisdiction(name) ?? findJurisdiction(name.replaceAll('.', '')))?.division_id
}

/** `H.R. 1` and `S. 5 (119th)` are of Congress. */
function federalPlace(number: string, session: string | undefined): string | undefined {
  if (session !== undefined && /congress$/iu.test(session)) return CONGRESS
  const isOrdinal = session !== undefined && /^\d{2,3}(?:st|nd|rd|th)$/iu.test(session)
  const isKind = /^(?:HR|S|HRES|SRES|HJRES|SJRES|HCONRES|SCONRES)\d/iu.test(number.replace(/[\s.]/gu, ''))
  return (isOrdinal && isKind) || FEDERAL.test(number) ? CONGRESS : undefined
}
