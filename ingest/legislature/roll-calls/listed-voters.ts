import type { MemberVote, RollCall } from '../../../schemas/event-bodies/vote.ts'
import { findJurisdiction } from '../../../schemas/vocabulary/jurisdictions.ts'
import { isSuffix, joinCutNames } from '../names/cut-names.ts'
import { seatsOf } from './chamber-seats.ts'

/**
 * Lists the voters of a roll call without lines that are not a person. The end of a name that was cut at its
 * comma is joined to its beginning. A line that cannot be a person's name (`Y`, `(1)`, `District 12`, `Third
 * Reading of Bills`) is set aside in `extras.rejected_voters`, with the reason. Counts do not change.
 */
export function listVoters(vote: RollCall): RollCall {
  const place = findJurisdiction(vote.jurisdiction)?.abbreviation ?? ''
  const isEnd = endsOf[place] ?? isSuffix
  const { whole, nobody } = joinCutNames(vote.votes, {
    nameOf: ({ voter_name }) => voter_name,
    rename: (voter, voterName) => ({ ...voter, voter_name: voterName }),
    isEndOf: (voter, before) =>
      isEnd(voter.voter_name) && voter.source_id === null && isSameBallot(voter, before),
  })
  const listed = rejectVoters({ ...vote, votes: [...whole, ...nobody] }, (voter) =>
    nobody.includes(voter) ? 'a suffix without a name' : whyNotAPerson(voter.voter_name),
  )
  return { ...listed, votes: [...joinOffice(listed, place, whole.length)] }
}

/** Ends of names beside suffixes. Wyoming prints initials after a comma: `Campbell, E` arrives as two. */
const endsOf: Readonly<Record<string, (name: string) => boolean>> = {
  wy: (name) => isSuffix(name) || /^\p{Lu}{1,2}\.?$/u.test(name.trim()),
}

const isSameBallot = (a: MemberVote, b: MemberVote): boolean =>
  a.option === b.option && a.option_text === b.option_text

const OFFICE = /^(?:president|speaker)$/iu

/**
 * Colorado prints `Coleman, President` or `President, Coleman` at the end. The office belongs to the name
 * beside it if one line more is listed than either chamber has seats (the scraper often gives the wrong
 * chamber). If it stands alone, it is the printed name of a voter. `lines` counts those of vacant seats too.
 */
function joinOffice({ votes, organization }: RollCall, place: string, lines: number): readonly MemberVote[] {
  const seats = [seatsOf(place, 'upper'), seatsOf(place, 'lower')]
  const [one, other] = votes.slice(-2)
  if (organization !== null || one === undefined || other === undefined) return votes
  if (!seats.includes(lines - 1)) return votes
  const [holder, office] = OFFICE.test(one.voter_name) ? [other, one] : [one, other]
  if (!OFFICE.test(office.voter_name) || OFFICE.test(holder.voter_name)) return votes
  if (!isSameBallot(holder, office)) return votes
  return [...votes.slice(0, -2), { ...holder, voter_name: `${holder.voter_name}, ${office.voter_name}` }]
}

const HEADING = /^sections?\s+\d|\breadings? of bills$/iu
const DISTRICT = /^(?:district|seat|ward)\s+(?:no\.?\s*)?\d+\p{L}?$/iu
const LETTER = /\p{L}/u
const ONE_LETTER = /^\P{L}*\p{L}\P{L}*$/u

function whyNotAPerson(name: string): string | null {
  const text = name.trim()
  if (!LETTER.test(text)) return 'no letter in it'
  if (ONE_LETTER.test(text)) return 'a single letter'
  if (DISTRICT.test(text)) return 'a district'
  return HEADING.test(text) ? 'a heading' : null
}

const TABLE_WORDS: ReadonlySet<string> = new Set(
  'yea yeas nay nays yes no aye ayes noes absent excused present paired abstain abstained abstaining abstention abstentions recused vacant vacancy total totals not voting voted did vote votes nv and or'.split(
    ' ',
  ),
)

/** Words of a misread table, with or without numbers: `NAY`, `Totals:`, `Absent or Excused 3`. A person may have such a name. */
export function isTableWord(name: string): boolean {
  const words = name.toLowerCase().match(/\p{L}+/gu) ?? []
  return words.length > 0 && words.every((word) => TABLE_WORDS.has(word))
}

/** Sets voters aside if there is a reason. The names of all others stay as printed. */
export function rejectVoters(vote: RollCall, whyNot: (voter: MemberVote) => string | null): RollCall {
  const rejected = vote.votes.flatMap((voter) => {
    const reason = whyNot(voter)
    if (reason === null) return []
    return [
      { voter, line: { voter_name: voter.voter_name, option: voter.option_text ?? voter.option, reason } },
    ]
  })
  if (rejected.length === 0) return vote
  const before = Array.isArray(vote.extras.rejected_voters) ? vote.extras.rejected_voters : []
  const gone = new Set(rejected.map(({ voter }) => voter))
  return {
    ...vote,
    votes: vote.votes.filter((voter) => !gone.has(voter)),
    extras: { ...vote.extras, rejected_voters: [...before, ...rejected.map(({ line }) => line)] },
  }
}

/** Counts the voters in `extras.rejected_voters`. */
export function countRejected({ extras }: RollCall): number {
  return Array.isArray(extras.rejected_voters) ? extras.rejected_voters.length : 0
}
