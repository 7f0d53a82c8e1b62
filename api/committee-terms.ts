import { namedWord, textWords } from '../projections/referral-words.ts'
import { chambers } from '../schemas/vocabulary.ts'
import { type CommitteeName, matchCommittee } from './committee-names.ts'

/** Under which words the referrals to one committee stand in the read model. */
export type CommitteeTerms = {
  /** Of an organization that the action names. */
  readonly named: string
  /** Of a text: all of them, in this order and side by side. */
  readonly words: readonly string[]
  /** Chambers whose actions mean this committee by its name; an empty one is that of which none is told. */
  readonly named_chambers: readonly string[]
  readonly text_chambers: readonly string[]
  /** Names of other committees within which its own stands, the longest first: they do not count. */
  readonly longer: readonly (readonly string[])[]
}

/** A committee whose name has no word of its own is meant by no action. */
export function committeeTerms(
  committee: CommitteeName,
  committees: readonly CommitteeName[],
  jurisdiction: string,
): CommitteeTerms {
  const { key, id, chamber } = committee
  const isHouse = chamber === 'upper' || chamber === 'lower'
  const meant = [...chambers, null].filter(
    (acting) => key !== '' && matchCommittee(key, committees, acting)?.id === id,
  )
  const spoken = meant.filter((acting) => !isHouse || acting === null || acting === chamber)
  const others = committees.filter(
    (other) =>
      !isHouse || other.chamber === chamber || (other.chamber !== 'upper' && other.chamber !== 'lower'),
  )
  const longer = new Set(
    others.map((other) => other.key).filter((name) => name !== key && ` ${name} `.includes(` ${key} `)),
  )
  return {
    named: namedWord(jurisdiction, key),
    words: key === '' ? [namedWord(jurisdiction, key)] : textWords(jurisdiction, key),
    named_chambers: meant.map((acting) => acting ?? ''),
    text_chambers: spoken.map((acting) => acting ?? ''),
    longer: [...longer].sort((a, b) => b.length - a.length).map((name) => textWords(jurisdiction, name)),
  }
}
