/** A number such as `2`, `101A`, `1.5`, `3-A`, `A-1` or `B`, in the parts that decide the order. */
export type SectionNumber = {
  readonly printed: string
  /** `A` of `A-1`; empty if it begins with a digit. */
  readonly letters: string
  readonly major: number
  /** `5` of `1.5`, `1` of `2A`; 0 if nothing follows the first number. */
  readonly minor: number
}

/** A number of a section of a bill. Numbers of codes, such as `08.68.160`, have more parts. */
export const NUMBER = String.raw`(?:\p{Lu}{1,2}-)?\d{1,6}\p{Lu}{0,3}(?:[.-](?:\d{1,4}|\p{Lu}))?|\p{Lu}`

const PARTS = /^(?:(\p{Lu}{1,2})(?:-|$))?(\d+)?(\p{Lu}{1,3})?(?:[.-](\d+|\p{Lu}))?$/u

export function sectionNumber(printed: string): SectionNumber {
  const [, letters = '', major = '0', suffix = '', minor = ''] = PARTS.exec(printed) ?? []
  const single = letters !== '' && major === '0' ? orderOf(letters) : Number(major)
  return {
    printed,
    letters: major === '0' ? '' : letters,
    major: single,
    minor: orderOf(suffix) * 10_000 + (/^\d+$/u.test(minor) ? Number(minor) : orderOf(minor)),
  }
}

/** A is 1, B is 2, AA is 27. */
const orderOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.codePointAt(0)! - 64, 0)

/** The next number of a sequence: `3` or `2A` after `2`, `B-1` after `A-9`. */
export function follows(number: SectionNumber, last: SectionNumber): boolean {
  if (number.letters !== last.letters) return number.letters > last.letters
  return number.major === last.major + 1 || (number.major === last.major && number.minor > last.minor)
}

export const isFirst = ({ major, minor }: SectionNumber): boolean => major === 1 && minor <= 1
