import { namedWord, textWords } from '../../../projections/projectors/content/referral-words.ts'
import { chambers } from '../../../schemas/vocabulary/vocabulary.ts'
import { type CommitteeName, matchCommittee } from './committee-names.ts'

/** A name in a text of one chamber: all of these words in sequence, but not within a longer name. */
export type SpokenName = {
  readonly words: readonly string[]
  readonly longer: readonly (readonly string[])[]
}

/** The words under which the read model has the referrals to one committee. */
export type CommitteeTerms = {
  /**
   * Words for an organization that an action names, one for each chamber in which the name means this
   * committee.
   */
  readonly named: readonly string[]
  readonly spoken: readonly SpokenName[]
}

const isHouse = (chamber: string | null): boolean => chamber === 'upper' || chamber === 'lower'

/** Says if a text of the acting chamber can mean a committee. It never means one of the other chamber. */
const isHeardIn = (acting: string | null, { chamber }: CommitteeName): boolean =>
  acting === null || !isHouse(chamber) || chamber === acting

/** Gives no terms for a committee whose name has no word of its own. */
export function committeeTerms(
  committee: CommitteeName,
  committees: readonly CommitteeName[],
  jurisdiction: string,
): CommitteeTerms {
  const { key, id } = committee
  const meant = [...chambers, null].filter(
    (acting) => key !== '' && matchCommittee(key, committees, acting)?.id === id,
  )
  return {
    named: meant.map((chamber) => namedWord({ jurisdiction, chamber }, key)),
    spoken: meant
      .filter((acting) => isHeardIn(acting, committee))
      .map((chamber) => {
        const heard = committees.filter((other) => isHeardIn(chamber, other)).map((other) => other.key)
        const longer = heard.filter((name) => name !== key && ` ${name} `.includes(` ${key} `))
        return {
          words: textWords({ jurisdiction, chamber }, key),
          longer: [...new Set(longer)]
            .sort((a, b) => b.length - a.length)
            .map((name) => textWords({ jurisdiction, chamber }, name)),
        }
      }),
  }
}
