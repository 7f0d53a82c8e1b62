/** Words before the number of a flat, room or floor (USPS Publication 28, appendix C2). */
const WITH_NUMBER = new Set(
  (
    'APT APARTMENT STE SUITE UNIT # RM ROOM FL FLOOR FLR BLDG BUILDING LOT SPC SPACE TRLR TRAILER DEPT DEPARTMENT ' +
    'OFC OFFICE PH PENTHOUSE STOP SLIP PIER HNGR HANGAR BOX TOWER'
  ).split(' '),
)
/** Words that stand alone. */
const ALONE = new Set(
  'BSMT BASEMENT FRNT FRONT LBBY LOBBY LOWR LOWER REAR SIDE UPPR UPPER PH PENTHOUSE'.split(' '),
)
const IDENTIFIER = /^(?:#|[A-Z]?-?\d+[A-Z]?(?:[-/][A-Z\d]+)*|[A-Z]{1,2}|\d+(?:ST|ND|RD|TH))$/u

const isUnitStart = (words: readonly string[], index: number): boolean =>
  WITH_NUMBER.has(words[index] ?? '') && IDENTIFIER.test(words[index + 1] ?? '')

/** Counts the words of the unit that begins at `index`: `APT 4`, `# 4`, `APT # 4`, `3RD FLOOR`. 0 if no unit begins there. */
export function unitWordsAt(words: readonly string[], index: number): number {
  const word = words[index] ?? ''
  if (WITH_NUMBER.has(word) && words[index + 1] === '#' && words[index + 2] !== undefined) return 3
  if (isUnitStart(words, index)) return 2
  if (/^\d+(?:ST|ND|RD|TH)$/u.test(word) && /^(?:FL|FLOOR|FLR)$/u.test(words[index + 1] ?? '')) return 2
  if (/^(?:APT|STE|UNIT|LOT|RM)-?\d+[A-Z]?$/u.test(word)) return 1
  return 0
}

/** Removes the unit of an address from the words of its street. */
export function splitUnit(words: readonly string[]): {
  readonly words: readonly string[]
  readonly unit: string | null
} {
  const units: string[] = []
  let rest = [...words]
  // Before the number: `APT 1B 626 E KILBOURN AVE`.
  const ahead = unitWordsAt(rest, 0)
  if (ahead > 0 && (rest.length === ahead || /^[\dNSEW]/u.test(rest[ahead] ?? ''))) {
    units.push(rest.slice(0, ahead).join(' '))
    rest = rest.slice(ahead)
  }
  // After the street: it ends the segment.
  for (let index = 2; index < rest.length; index++) {
    const count = unitWordsAt(rest, index)
    if (count === 0) continue
    const after = rest.slice(index + count)
    if (after.length > 0 && unitWordsAt(after, 0) === 0 && !ALONE.has(after[0]!)) continue
    units.push(rest.slice(index).join(' '))
    rest = rest.slice(0, index)
    break
  }
  if (rest.length > 3 && ALONE.has(rest.at(-1)!)) {
    units.push(rest.at(-1)!)
    rest = rest.slice(0, -1)
  }
  return { words: rest, unit: units.length === 0 ? null : units.join(' ') }
}
