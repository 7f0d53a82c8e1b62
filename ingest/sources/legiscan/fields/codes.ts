import type { VoteOption } from '../../../../schemas/vocabulary/vocabulary.ts'

/** Tables of the LegiScan API manual: numbers that its records carry, in our words. */

/** BillType 1 to 23. Some have only an abbreviation. */
export const billTypes: Readonly<
  Record<string, { readonly abbreviation: string; readonly classes: readonly string[] }>
> = {
  1: { abbreviation: 'B', classes: ['bill'] },
  2: { abbreviation: 'R', classes: ['resolution'] },
  3: { abbreviation: 'CR', classes: ['concurrent resolution'] },
  4: { abbreviation: 'JR', classes: ['joint resolution'] },
  5: { abbreviation: 'JRCA', classes: ['joint resolution', 'constitutional amendment'] },
  6: { abbreviation: 'EO', classes: ['order'] },
  7: { abbreviation: 'CA', classes: ['constitutional amendment'] },
  8: { abbreviation: 'M', classes: ['memorial'] },
  9: { abbreviation: 'CL', classes: ['claim'] },
  10: { abbreviation: 'C', classes: ['commemoration'] },
  11: { abbreviation: 'CSR', classes: ['study request'] },
  12: { abbreviation: 'JM', classes: ['joint memorial'] },
  13: { abbreviation: 'P', classes: ['proclamation'] },
  14: { abbreviation: 'SR', classes: ['study request'] },
  15: { abbreviation: 'A', classes: ['bill of address'] },
  16: { abbreviation: 'CM', classes: ['concurrent memorial'] },
  17: { abbreviation: 'I', classes: ['petition'] },
  18: { abbreviation: 'PET', classes: ['petition'] },
  19: { abbreviation: 'SB', classes: ['bill'] },
  20: { abbreviation: 'IP', classes: ['petition'] },
  21: { abbreviation: 'RB', classes: ['bill'] },
  22: { abbreviation: 'RM', classes: ['memorial'] },
  23: { abbreviation: 'CB', classes: ['bill'] },
}

/** SponsorType. `Sponsor` does not say the kind: the first in the list is the primary sponsor. */
export const sponsorTypes: Readonly<Record<number, string>> = {
  0: 'sponsor',
  1: 'primary',
  2: 'cosponsor',
  3: 'joint',
}

/** SastType has nine relations. Open States has words for four; the others are `related`. */
export const relations: Readonly<Record<number, string>> = {
  1: 'companion',
  2: 'related',
  3: 'replaced-by',
  4: 'replaces',
  5: 'companion',
  6: 'related',
  7: 'related',
  8: 'related',
  9: 'prior-session',
}
export const CARRY_OVER = 9

/** Values of TextType that print the bill. */
export const versionClasses: Readonly<Record<string, string>> = {
  Introduced: 'introduced',
  'Comm Sub': 'substituted',
  Amended: 'amendment',
  Engrossed: '',
  Enrolled: 'enrolled',
  Chaptered: 'became-law',
  Draft: 'filed',
  'Conference Sub': 'substituted',
  Prefiled: 'filed',
  Substitute: 'substituted',
}

/** Values of TextType and SupplementType that are about the bill. */
export const documentClasses: Readonly<Record<string, string>> = {
  'Fiscal Note': 'fiscal-note',
  Analysis: 'analysis',
  'Fiscal Note/Analysis': 'fiscal-note',
  'Veto Message': 'veto-message',
  'Veto Letter': 'veto-message',
  'Veto Response': '',
  'Vote Image': '',
  'Local Mandate': 'analysis',
  'Corrections Impact': 'analysis',
  Misc: '',
}

/** TextType by number, if a text does not state its type in words. */
export const textTypes: Readonly<Record<number, string>> = {
  1: 'Introduced',
  2: 'Comm Sub',
  3: 'Amended',
  4: 'Engrossed',
  5: 'Enrolled',
  6: 'Chaptered',
  7: 'Fiscal Note',
  8: 'Analysis',
  9: 'Draft',
  10: 'Conference Sub',
  11: 'Prefiled',
  12: 'Veto Message',
  13: 'Veto Response',
  14: 'Substitute',
}

/** Vote. The third is not voting or abstaining, and LegiScan does not say which. */
export const voteOptionOf: Readonly<Record<number, VoteOption>> = {
  1: 'yes',
  2: 'no',
  3: 'not voting',
  4: 'absent',
}
/** In LegiScan's spelling. */
export const voteWords: Readonly<Record<number, string>> = { 1: 'Yea', 2: 'Nay', 3: 'NV', 4: 'Absent' }
