import { letterOf, type NamedSession, ordinal, type SessionRule } from './session-spelling.ts'

type Regular = SessionRule['regular']
type Special = NonNullable<SessionRule['special']>

/**
 * Gives the number of a legislature: the one that began in `year` has the number `number`, and each lasts
 * `years`.
 */
const counted =
  (year: number, number: number, years = 2) =>
  (session: NamedSession): number =>
    number + Math.floor((session.year_start - year) / years)
/** Gives the first year of the session's term. */
const termStart = ({ year_start }: NamedSession): number => year_start - ((year_start + 1) % 2)

const year: Regular = ({ year_start }) => String(year_start)
const years: Regular = (session) => `${termStart(session)}-${termStart(session) + 1}`
const joined: Regular = (session) => `${termStart(session)}${termStart(session) + 1}`
const shortYears: Regular = (session) =>
  `${termStart(session)}_${String((termStart(session) + 1) % 100).padStart(2, '0')}`
const since =
  (first: number, now: Regular, before: Regular): Regular =>
  (session) =>
    session.year_start >= first ? now(session) : before(session)

/** `2025S1`, `2025s1`, `20251E`. */
const numbered =
  (before: string, after = ''): Special =>
  ({ year_start }, number) =>
    `${year_start}${before}${number}${after}`
/** For places that name special sessions as if a year had only one: the name does not identify a second one. */
const sole =
  (ending: string): Special =>
  ({ year_start }, number) =>
    number === 1 ? `${year_start}${ending}` : null
const splitAt =
  (first: number, now: Special, before: Special): Special =>
  (session, number) =>
    session.year_start >= first ? now(session, number) : before(session, number)
const ofLegislature =
  (count: (session: NamedSession) => number, letter: string): Special =>
  (session, number) =>
    `${count(session)}${letter}${number}`
const named =
  (text: string): Regular =>
  ({ year_start }) =>
    `${year_start} ${text}`

const text =
  (count: (session: NamedSession) => number): Regular =>
  (session) =>
    String(count(session))
const ordinals =
  (count: (session: NamedSession) => number): Regular =>
  (session) =>
    ordinal(count(session))

const az = counted(2025, 57)
const il = counted(2025, 104)
const nd = counted(2025, 69)
const ne = counted(2025, 109)
const nv = counted(2025, 83)
const oh = counted(2025, 136)
const tn = counted(2025, 114)
const tx = counted(2025, 89)

const nextLetter = (number: number): string => String.fromCharCode('A'.charCodeAt(0) + number)
const byLetter = (session: NamedSession): string | null => {
  const letter = letterOf(session.name)
  return letter === null ? null : `${session.year_start}${letter}`
}

/**
 * By postal code. Open States lists no sessions of a place that is missing, and no special sessions of a
 * place without `special`.
 */
export const sessionRules: Readonly<Record<string, SessionRule>> = {
  ak: { regular: text(counted(2025, 34)) },
  al: { regular: ({ year_start }) => `${year_start}rs`, special: numbered('s') },
  ar: {
    regular: ({ year_start, name }) => (/\bfiscal\b/iu.test(name) ? `${year_start}F` : String(year_start)),
    special: numbered('S'),
  },
  az: {
    regular: (session) => `${ordinal(az(session))}-${session.year_start % 2 === 1 ? '1st' : '2nd'}-regular`,
    special: (session, number) => `${ordinal(az(session))}-${ordinal(number)}-special`,
  },
  ca: { regular: joined, special: (session, number) => `${joined(session)} Special Session ${number}` },
  co: {
    regular: ({ year_start }) => `${year_start}A`,
    special: ({ year_start }, number) => `${year_start}${nextLetter(number)}`,
  },
  ct: { regular: year },
  dc: { regular: text(counted(2025, 26)) },
  de: { regular: text(counted(2025, 153)) },
  // The letters continue through both years of a legislature.
  fl: { regular: year, unnumbered: byLetter },
  ga: { regular: shortYears, special: sole('_ss') },
  gu: { regular: ordinals(counted(2025, 38)) },
  hi: { regular: since(2024, year, named('Regular Session')) },
  ia: { regular: years },
  id: { regular: year, special: sole('spcl') },
  il: {
    regular: ordinals(il),
    // The number is that of the legislature.
    special: (session, number) =>
      number === 1 || number === il(session) ? `${ordinal(il(session))}-special` : null,
  },
  in: { regular: year, special: numbered('ss') },
  ks: { regular: years, special: numbered('S') },
  ky: {
    regular: since(2012, ({ year_start }) => `${year_start}RS`, named('Regular Session')),
    special: sole('SS'),
  },
  la: {
    regular: year,
    special: splitAt(
      2020,
      numbered('s'),
      ({ year_start }, number) => `${year_start} ${ordinal(number)} Extraordinary Session`,
    ),
  },
  ma: { regular: ordinals(counted(2025, 194)) },
  md: { regular: year, special: numbered('s') },
  me: { regular: text(counted(2025, 132)) },
  mi: { regular: years },
  mn: {
    regular: years,
    special: splitAt(
      2011,
      numbered('s'),
      ({ year_start }, number) => `${year_start} ${ordinal(number)} Special Session`,
    ),
  },
  mo: { regular: year, special: numbered('S') },
  mp: { regular: text(counted(2025, 24)) },
  ms: { regular: year, special: numbered('', 'E') },
  mt: { regular: year },
  nc: {
    regular: (session) => String(termStart(session)),
    special: (session, number) => `${termStart(session)}E${number}`,
  },
  nd: { regular: text(nd), special: ofLegislature(nd, 'S') },
  ne: { regular: text(ne), special: ofLegislature(ne, 'S') },
  nh: { regular: year },
  nj: { regular: text(counted(2024, 221)) },
  nm: {
    regular: year,
    special: splitAt(2022, numbered('S'), ({ year_start }, number) =>
      number === 1 ? `${year_start}S` : `${year_start}S${number}`,
    ),
  },
  nv: { regular: text(nv), special: ({ year_start }, number) => `${year_start}Special${number}` },
  ny: { regular: years },
  oh: { regular: text(oh), special: ofLegislature(oh, 'S') },
  ok: {
    regular: since(2020, year, years),
    special: splitAt(2023, numbered('S'), numbered('SS')),
  },
  or: {
    regular: since(2022, ({ year_start }) => `${year_start}R1`, named('Regular Session')),
    special: splitAt(2020, numbered('S'), sole(' Special Session')),
  },
  pa: { regular: years, special: (session, number) => `${years(session)}S${number}` },
  // A term of four years, from one election of the governor to the next.
  pr: {
    regular: ({ year_start }) => {
      const first = year_start - ((((year_start - 2025) % 4) + 4) % 4)
      return `${first}-${first + 3}`
    },
  },
  ri: { regular: year },
  sc: { regular: since(2013, years, text(counted(2025, 126))) },
  sd: { regular: year, special: sole('s') },
  tn: {
    regular: text(tn),
    special: (session, number) => `${tn(session)}${session.year_start < 2017 ? 's' : 'S'}${number}`,
  },
  // The regular session is `89R` since the 89th, plain before.
  tx: {
    regular: (session) => `${tx(session)}${tx(session) >= 89 ? 'R' : ''}`,
    special: ofLegislature(tx, ''),
  },
  us: { regular: text(counted(2025, 119)) },
  ut: {
    regular: year,
    // A session of one chamber has a letter, which some sources leave out.
    special: ({ year_start, name }, number) =>
      /\b(?:house|senate)\b/iu.test(name)
        ? null
        : `${year_start}${year_start === 2013 || year_start === 2015 ? 's' : 'S'}${number}`,
  },
  va: { regular: year, special: splitAt(2021, numbered('S'), sole('specialI')) },
  vi: { regular: text(counted(2025, 36)) },
  vt: { regular: years, special: splitAt(2021, numbered('S'), numbered('ss')) },
  wa: { regular: years },
  wi: {
    regular: since(
      2019,
      (session) => String(termStart(session)),
      (session) => `${termStart(session)} Regular Session`,
    ),
    special: splitAt(2021, numbered('S'), () => null),
    unnumbered: ({ year_start, name }) => (year_start >= 2021 ? `${year_start}S1` : name),
  },
  wv: { regular: year, special: numbered('', 'S') },
  wy: { regular: year, special: numbered('S') },
}
