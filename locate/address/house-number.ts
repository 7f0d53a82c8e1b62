/**
 * A house number as maps compare it. The last group of digits counts within what comes before it: Queens' `34-12` is
 * number 12 after `34-`, Wisconsin's `N65W24838` is 24838 after `N65W`. Most numbers have nothing before them.
 */
export type HouseNumber = {
  /** The number as the address has it, in capitals: `34-12`, `123 1/2`. */
  readonly text: string
  readonly prefix: string
  readonly value: number
  /** Letter or fraction after the number: `A`, `1/2`. It does not take part in ranges. */
  readonly suffix: string
}

const PLAIN = /^(\d{1,8})([A-Z]?)$/u
const HYPHENATED = /^(\d{1,5}-)(\d{1,5})([A-Z]?)$/u
const HYPHENATED_LETTER = /^(\d{1,8})-([A-Z])$/u
/** Wisconsin and northern Illinois: a grid in both directions. */
const GRID = /^([NSEW]\d{1,5}[NSEW]?)(\d{1,5})([A-Z]?)$/u
/** One direction (`N6543`), or the letter of a township (`T703` in Ohio). */
const GRID_ONE = /^([A-Z])(\d{2,5})([A-Z]?)$/u
const FRACTION = /^[1-9]\/[1-9]$/u

/** Undefined if the text is no house number. */
function readHouseNumber(text: string): HouseNumber | undefined {
  const plain = PLAIN.exec(text)
  if (plain !== null) return { text, prefix: '', value: Number(plain[1]), suffix: plain[2]! }
  const letter = HYPHENATED_LETTER.exec(text)
  if (letter !== null) return { text, prefix: '', value: Number(letter[1]), suffix: letter[2]! }
  const parts = HYPHENATED.exec(text) ?? gridParts(text)
  return parts === null ? undefined : { text, prefix: parts[1]!, value: Number(parts[2]), suffix: parts[3]! }
}

function gridParts(text: string): RegExpExecArray | null {
  const both = /^([NSEW]\d{1,5}[NSEW])(\d{1,5})([A-Z]?)$/u.exec(text)
  return both ?? GRID_ONE.exec(text) ?? GRID.exec(text)
}

/** The number that begins at `index`, and how many words it takes: `123 1/2`, `W204 N11912`, `123 A` is not one. */
export function houseNumberAt(
  words: readonly string[],
  index: number,
): { readonly number: HouseNumber; readonly words: number } | undefined {
  const first = words[index] ?? ''
  const second = words[index + 1] ?? ''
  if (/^[NSEW]\d+$/u.test(first) && /^[NSEW]\d+[A-Z]?$/u.test(second)) {
    const number = readHouseNumber(first + second)
    if (number !== undefined) return { number, words: 2 }
  }
  const number = readHouseNumber(first)
  if (number === undefined) return undefined
  if (FRACTION.test(second)) {
    return { number: { ...number, text: `${number.text} ${second}`, suffix: second }, words: 2 }
  }
  return { number, words: 1 }
}

/** `is_exact`: as it was written. */
export type NumberReading = HouseNumber & { readonly is_exact: boolean }

/** The longest block that one building with two numbers takes. */
const MOST_APART = 100

/**
 * The number, and the other ways in which a map may have it: `34-12` and `3412` are one number in Queens, and `120-124`
 * is a building that begins at 120.
 */
export function numberReadings(number: HouseNumber): readonly NumberReading[] {
  const { prefix, value, text, suffix } = number
  const readings: NumberReading[] = [{ ...number, is_exact: true }]
  const other = (otherPrefix: string, otherValue: number) =>
    readings.push({ text, prefix: otherPrefix, value: otherValue, suffix, is_exact: false })
  const hyphenated = /^(\d{1,5})-$/u.exec(prefix)
  if (hyphenated !== null) {
    const first = Number(hyphenated[1])
    const digits = text.replace(/ .*$/u, '').replace(/\D/gu, '')
    if (digits.length <= 8) other('', Number(digits))
    if (value > first && value - first <= MOST_APART) other('', first)
  } else if (prefix === '' && value >= 1_000 && value <= 99_999) {
    const digits = String(value)
    other(`${digits.slice(0, -2)}-`, Number(digits.slice(-2)))
  }
  return readings
}
