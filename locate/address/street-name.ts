import { directionAt, directions, trailingDirection } from './directions.ts'
import { highwayAt } from './highways.ts'
import { ordinal } from './ordinal.ts'
import { suffixes } from './street-suffixes.ts'

/**
 * A street in the parts that addresses and maps spell in different ways. Both go through `readStreet`, so that equal
 * streets have equal keys whatever their source writes.
 */
export type StreetName = {
  /** Direction before the name: `N`, `SE`. */
  readonly predir: string | null
  /** The name without direction and suffix, in the one spelling that is compared: `1ST`, `US HWY 50`. */
  readonly key: string
  /** Standard suffix before or after the name: `AVE` in `Avenue A` and in `Park Avenue`. */
  readonly suffix: string | null
  /** Direction after the name. */
  readonly sufdir: string | null
}

const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  (
    'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH THIRTEENTH FOURTEENTH ' +
    'FIFTEENTH SIXTEENTH SEVENTEENTH EIGHTEENTH NINETEENTH TWENTIETH'
  )
    .split(' ')
    .map((word, index) => [word, ordinal(index + 1)] as const),
)
const TENS: ReadonlyMap<string, number> = new Map([
  ['TWENTY', 20],
  ['THIRTY', 30],
  ['FORTY', 40],
  ['FIFTY', 50],
  ['SIXTY', 60],
  ['SEVENTY', 70],
  ['EIGHTY', 80],
  ['NINETY', 90],
])
/** Words with more than one spelling in names of streets. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['SAINT', 'ST'],
  ['SAINTS', 'STS'],
  ['SAINTE', 'STE'],
  ['MOUNT', 'MT'],
  ['FORT', 'FT'],
  ['DOCTOR', 'DR'],
  ['JUNIOR', 'JR'],
  ['SENIOR', 'SR'],
])

/** The words of a street, without the house number and unit, in capitals. Undefined if there is no word. */
export function readStreet(words: readonly string[]): StreetName | undefined {
  if (words.length === 0) return undefined
  const highway = highwayOf(words)
  if (highway !== undefined) return highway
  // A direction is a part of its own only if a name is left: `North Avenue`, `N St NW`.
  let start = 0
  let end = words.length
  let predir: string | null = null
  let sufdir: string | null = null
  const after = trailingDirection(words)
  if (after !== undefined && !isOnlyNameBefore(words, after.words)) {
    sufdir = after.direction
    end -= after.words
  }
  const before = directionAt(words, 0)
  if (before !== undefined && leavesName(words.slice(before.words, end))) {
    predir = before.direction
    start = before.words
  }
  let suffix: string | null = null
  if (end - start > 1) {
    suffix = suffixes.get(words[end - 1]!) ?? null
    if (suffix !== null) end -= 1
    else {
      // `Avenue A`, `Calle 3`, `Rue Royale`: the kind of street comes first.
      suffix = leadingKinds.get(words[start]!) ?? null
      if (suffix !== null) start += 1
    }
  }
  return { predir, key: keyOf(words.slice(start, end)), suffix, sufdir }
}

const leadingKinds: ReadonlyMap<string, string> = new Map([
  ['AVENUE', 'AVE'],
  ['AVE', 'AVE'],
  ['AVENIDA', 'AVENIDA'],
  ['CALLE', 'CALLE'],
  ['CAMINO', 'CAMINO'],
  ['RUE', 'RUE'],
  ['VIA', 'VIA'],
])

/** `Avenue N` and `East` have no other name than the direction. */
function isOnlyNameBefore(words: readonly string[], count: number): boolean {
  const rest = words.slice(0, words.length - count)
  return rest.length === 1 && leadingKinds.has(rest[0]!) && (words.at(-1)?.length ?? 0) === 1
}

/** `North Avenue`: without its direction only a suffix would be left. `N 5th`, `E Broadway` and `W Park Ave` have a name. */
function leavesName(rest: readonly string[]): boolean {
  if (rest.length === 0) return false
  return !(rest.length === 1 && suffixes.has(rest[0]!) && !/^(?:BROADWAY|PARK|LAKE|MALL)$/u.test(rest[0]!))
}

function highwayOf(words: readonly string[]): StreetName | undefined {
  const before = directionAt(words, 0)
  for (const start of before === undefined ? [0] : [before.words, 0]) {
    const found = highwayAt(words, start)
    if (found === undefined) continue
    const rest = words.slice(found.end)
    const after = directionAt(rest, 0)
    const tail = after === undefined ? rest : rest.slice(after.words)
    if (tail.length > 0) continue
    return {
      predir: start === 0 ? null : (before?.direction ?? null),
      key: found.key,
      suffix: null,
      sufdir: after?.direction ?? null,
    }
  }
  return undefined
}

/** The one spelling of a name: numbers as ordinals in digits, `Saint` as `ST`, no hyphens and apostrophes. */
function keyOf(words: readonly string[]): string {
  const joined = words.join(' ').replace(/['’.]/gu, '').replace(/[-–/]/gu, ' ')
  const parts = joined.split(/\s+/u).filter((word) => word !== '')
  const key: string[] = []
  for (let index = 0; index < parts.length; index++) {
    const word = parts[index]!
    const unit = NUMBER_WORDS.get(parts[index + 1] ?? '')
    const tens = TENS.get(word)
    if (tens !== undefined && unit !== undefined && Number.parseInt(unit, 10) < 10) {
      key.push(ordinal(tens + Number.parseInt(unit, 10)))
      index += 1
    } else key.push(spell(word, parts.length))
  }
  return key.join(' ')
}

function spell(word: string, count: number): string {
  const number = NUMBER_WORDS.get(word)
  if (number !== undefined) return number
  const spelled = SPELLINGS.get(word)
  if (spelled !== undefined) return spelled
  if (directions.has(word) && count > 1) return directions.get(word)!
  const suffix = suffixes.get(word)
  // `Park` and `Parks` are two names, though both are spellings of one suffix.
  const isPlural = word.endsWith('S') && suffixes.get(word.slice(0, -1)) === suffix
  return suffix === undefined || isPlural ? word : suffix
}
