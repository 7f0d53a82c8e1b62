/** The first line of a title, part or other group of sections, such as `TITLE I—Agriculture`. */
export type GroupHead = {
  readonly type: string
  /** As it is usually printed, such as `TITLE I` or `Subtitle A`. */
  readonly label: string
  readonly heading: string | null
}

const GROUP =
  /^(division|title|subtitle|chapter|subchapter|part|subpart|article)\s+([\p{L}\d]{1,8}(?:-[\p{L}\d]{1,3})?)\s*(?:(?:[—–:.]|--| - )\s*(.*))?$/iu
const NUMBERED =
  /^(?:[a-z]{1,2}|[ivxlcdm]+|\d{1,4}[a-z]{0,2}(?:-[a-z\d]+)?|[a-z]-\d+|one|two|three|four|five)$/iu

/** From the outermost to the innermost. A part may be in a chapter and a chapter in a part. */
const RANKS: Readonly<Record<string, number>> = {
  division: 0,
  title: 1,
  subtitle: 2,
  article: 3,
  chapter: 3,
  part: 3,
  subchapter: 4,
  subpart: 4,
}
/** These words are printed in small letters. */
const SMALL = /^sub/u

export function groupHead(line: string): GroupHead | null {
  const [, word, number = '', words = ''] = GROUP.exec(line) ?? []
  if (word === undefined || !NUMBERED.test(number)) return null
  const type = word.toLowerCase()
  const name = SMALL.test(type) ? `${type[0]!.toUpperCase()}${type.slice(1)}` : type.toUpperCase()
  const heading = words.trim().replace(/\.$/u, '')
  return { type, label: `${name} ${number.toUpperCase()}`, heading: heading === '' ? null : heading }
}

/** The groups around a line, outermost first. */
export type OpenGroups = readonly { readonly type: string; readonly label: string }[]

/** Closes the groups that the new one ends. A group ends at the next one of its type or of a higher rank. */
export function openGroup(open: OpenGroups, { type, label }: GroupHead): OpenGroups {
  const same = open.findIndex((group) => group.type === type)
  const rank = RANKS[type]!
  const outer = (same === -1 ? open : open.slice(0, same)).filter((group) => RANKS[group.type]! <= rank)
  return [...outer, { type, label }]
}
