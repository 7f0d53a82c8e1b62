import { ordinal } from './ordinal.ts'

/**
 * Numbered roads. Their kind is written in many ways (`US 50`, `U S Highway 50`, `US-50`), and the number is all that is
 * left of the name. The key has both.
 */
type Kind = { readonly key: string; readonly words: readonly string[] }

const kinds: readonly Kind[] = [
  [
    'US HWY',
    'US HIGHWAY',
    'US HWY',
    'U S HIGHWAY',
    'U S HWY',
    'US ROUTE',
    'US RTE',
    'US RT',
    'U S ROUTE',
    'US HIGH',
    'US',
    'UNITED STATES HIGHWAY',
    'US HY',
  ],
  ['I', 'INTERSTATE HIGHWAY', 'INTERSTATE HWY', 'INTERSTATE', 'IH', 'I'],
  [
    'CO RD',
    'COUNTY ROAD',
    'COUNTY RD',
    'CO RD',
    'CO ROAD',
    'CNTY RD',
    'CR',
    'COUNTY RTE',
    'COUNTY ROUTE',
    'CO RTE',
  ],
  ['CO HWY', 'COUNTY HIGHWAY', 'COUNTY HWY', 'CO HWY', 'CTH', 'COUNTY TRUNK HIGHWAY'],
  ['FM', 'FARM TO MARKET ROAD', 'FARM TO MARKET', 'FARM MARKET ROAD', 'FM ROAD', 'FM RD', 'FM'],
  ['RM', 'RANCH TO MARKET ROAD', 'RANCH ROAD', 'RANCH RD', 'RM ROAD', 'RM', 'RR'],
  [
    'STATE HWY',
    'STATE HIGHWAY',
    'STATE HWY',
    'ST HWY',
    'STATE HY',
    'SH',
    'STATE ROUTE',
    'STATE RTE',
    'STATE RT',
    'ST RTE',
    'ST RT',
    'SR',
    'STATE ROAD',
    'STATE RD',
    'ST RD',
    'STH',
  ],
  ['TWP RD', 'TOWNSHIP ROAD', 'TOWNSHIP RD', 'TWP RD', 'TR'],
  [
    'FOREST RD',
    'FOREST ROAD',
    'FOREST SERVICE ROAD',
    'NATIONAL FOREST DEVELOPMENT ROAD',
    'NFD',
    'FS ROAD',
    'FOREST SERVICE RD',
  ],
  ['HWY', 'HIGHWAY', 'HWY', 'HIWAY', 'HY'],
  ['RTE', 'ROUTE', 'RTE', 'RT'],
]
  .flatMap(([key, ...spellings]) => spellings.map((spelling) => ({ key: key!, words: spelling.split(' ') })))
  .sort((a, b) => b.words.length - a.words.length)

/** A number of a road: `50`, `9W`, `1A`, and the letters of county highways in Wisconsin. */
const ROAD_NUMBER = /^(?:\d{1,4}[A-Z]?|[A-Z]{1,2})$/u
/** Kinds whose roads have letters: `County Road KK`. */
const LETTERED = new Set(['CO RD', 'CO HWY', 'STATE HWY'])

/** The numbered road whose kind begins at `start`: its key, and the index after its last word. */
export function highwayAt(
  words: readonly string[],
  start: number,
): { readonly key: string; readonly end: number } | undefined {
  // `US-50`, `CR-12`, `SR-9`.
  const joined = /^([A-Z]{1,3})-(\d{1,4}[A-Z]?)$/u.exec(words[start] ?? '')
  if (joined !== null) {
    const kind = kinds.find((each) => each.words.length === 1 && each.words[0] === joined[1])
    return kind === undefined ? undefined : { key: `${kind.key} ${joined[2]}`, end: start + 1 }
  }
  for (const { key, words: spelling } of kinds) {
    if (!spelling.every((word, index) => words[start + index] === word)) continue
    let end = start + spelling.length
    if (words[end] === 'NO' || words[end] === '#' || words[end] === 'NUMBER') end += 1
    const number = words[end]
    if (number === undefined || !ROAD_NUMBER.test(number)) continue
    if (!/^\d/u.test(number) && !LETTERED.has(key)) continue
    return { key: `${key} ${number}`, end: end + 1 }
  }
  return undefined
}

/**
 * Keys by which a road is found if a map or an address leaves a part out: `Hwy 360` is `State Hwy 360`, and `36 Street` is
 * `36th Street`.
 */
export function looseKeysOf(key: string): readonly string[] {
  if (/^[1-9]\d{0,2}$/u.test(key)) return [ordinal(Number(key))]
  const match = /^(US HWY|STATE HWY|HWY|RTE|CO HWY|CO RD|FM|RM) (\S+)$/u.exec(key)
  if (match === null) return []
  const [, kind, number] = match
  const like =
    kind === 'CO RD' || kind === 'CO HWY' ? ['CO RD', 'CO HWY'] : ['HWY', 'RTE', 'STATE HWY', 'US HWY']
  return like.filter((other) => other !== kind).map((other) => `${other} ${number}`)
}
