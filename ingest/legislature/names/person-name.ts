/** A printed name taken apart. All words are folded: lower case, no diacritics, no punctuation. */
export type ReadName = {
  readonly words: readonly string[]
  /** The words before a comma: `Last, First`. */
  readonly family: readonly string[] | null
  readonly given: readonly string[] | null
  /** The halves of a family name with a hyphen, if no other word is printed. */
  readonly halves: readonly string[] | null
  /** `Smith (31)`, `Burke of Brattleboro`, `Smith [D-WA-9]`. */
  readonly hints: readonly string[]
}

const TITLES = new Set(
  'rep representative sen senator del delegate assemblymember assemblyman assemblywoman asm councilmember chair chairman chairwoman chairperson speaker president leader mr mrs ms miss dr hon honorable'.split(
    ' ',
  ),
)
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'phd', 'md', 'esq'])
const BRACKETED = /[([]([^)\]]*)[)\]]/gu
const OF_PLACE = /^(.+?) of (.+)$/iu

export function readName(printed: string): ReadName {
  const hints = [...printed.matchAll(BRACKETED)].flatMap(([, inner]) => foldWords(inner ?? ''))
  let text = printed.replace(BRACKETED, ' ')
  const match = OF_PLACE.exec(text)
  if (match !== null) {
    text = match[1]!
    hints.push(...foldWords(match[2]!))
  }
  const [before, ...after] = text.split(',')
  const rest = foldWords(after.join(' ')).filter(isOfName)
  const halves = /^[^\s,-]+-[^\s,-]+$/u.test((before ?? '').trim()) ? foldWords(before ?? '') : null
  if (rest.length === 0) return { words: nameWords(before ?? ''), family: null, given: null, halves, hints }
  const family = nameWords(before ?? '')
  return { words: [...rest, ...family], family, given: rest, halves, hints }
}

/** The words of a name without titles and suffixes. */
export function nameWords(text: string): string[] {
  const words = foldWords(text)
  const kept = words.filter(isOfName)
  // `V` is the fifth after a first and a last name, otherwise an initial.
  if (kept.length > 2 && kept.at(-1) === 'v') kept.pop()
  // `President` can be a name.
  return kept.length === 0 ? words : kept
}

function isOfName(word: string): boolean {
  return !TITLES.has(word) && !SUFFIXES.has(word)
}

const APOSTROPHES = /['’‘ʻ`´]/gu
const MARKS = /\p{M}+/gu
const WORDS = /[\p{L}\p{N}]+/gu

/** UTF-8 that was read as Latin-1 or Windows-1252 somewhere upstream: `OâNeal`, `PeÃ±a`. */
const MISREAD = /[\u00c2-\u00f4][\u0080-\u00bf]+/u
/** A misread apostrophe leaves only its visible letter once invisible characters are stripped. */
const MISREAD_APOSTROPHE = /(?<=\p{L})(?:â(?:€™)?|\u0092)(?=\p{Lu})/gu

function repair(text: string): string {
  const repaired = MISREAD.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text
  return (repaired.includes('\ufffd') ? text : repaired).replace(MISREAD_APOSTROPHE, '')
}

/** `Kevin de León` → kevin, de, leon. */
export function foldWords(text: string): string[] {
  return (
    repair(text).replace(APOSTROPHES, '').normalize('NFD').replace(MARKS, '').toLowerCase().match(WORDS) ?? []
  )
}
