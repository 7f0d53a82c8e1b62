import { describe, expect, it } from 'vitest'
import { classifyAction, fillClasses } from '../../../../ingest/legislature/action-classes/classify-action.ts'

const classes = (place: string, description: string): string =>
  classifyAction({
    division_id: `ocd-division/country:us${place === 'us' ? '' : `/state:${place}`}`,
    chamber: null,
    description,
  })
    .toSorted()
    .join(' ')

describe('classifying an action by its text', () => {
  it.each([
    ['al', 'Reported Out of Committee House of Origin', 'committee-passage reported-out-of-committee'],
    [
      'al',
      'Read for the first time and referred to the House Committee on Judiciary',
      'reading-1 referral-committee',
    ],
    ['ak', '(H) Heard & Held', 'hearing-held'],
    ['ak', '(H) FIN RPT CS(FIN) NEW TITLE 1DP 1DNP 9AM', 'committee-passage'],
    ['ak', '(H) CC RPT ADOPTED Y23 N17 CCS HB 53', 'concurrence'],
    ['ak', '(H) LINE ITEM VETO AND REDUCTIONS', 'executive-veto-line-item'],
    ['ar', 'Senate Read the third time and passed.', 'passage reading-3'],
    [
      'ar',
      "Correctly enrolled and ordered transmitted to the Governor's Office.",
      'enrolled executive-receipt',
    ],
    ['ar', 'House Notification that HB1 is now Act 7', 'became-law'],
    ['az', 'DPA', 'amendment-passage committee-passage'],
    ['co', 'House Committee on Judiciary Postpone Indefinitely', 'committee-failure'],
    ['co', 'House Considered Senate Amendments - Result was to Concur - Repass', 'concurrence'],
    ['de', 'Passed In House by Voice Vote', 'passage'],
    ['de', 'Stricken in Senate', 'withdrawal'],
    ['de', 'Amendment HA 1 to HB 5 - Stricken in House', 'amendment-withdrawal'],
    ['ga', 'House First Readers', 'introduction reading-1 referral-committee'],
    ['ga', 'Senate Passed/Adopted By Substitute', 'passage'],
    ['ga', 'House Agreed Senate Amend or Sub', 'concurrence'],
    ['ga', 'Act 12', 'became-law'],
    ['ia', 'HF 299 substituted.', 'substitution'],
    [
      'ia',
      'Reported correctly enrolled, signed by Speaker and President, and sent to Governor.',
      'enrolled executive-receipt',
    ],
    ['id', 'Reported Printed and Referred to Business', 'referral-committee'],
    ['il', 'Added Chief Co-Sponsor Rep. A. Person', 'sponsorship'],
    ['il', 'Rule 19(a) / Re-referred to Rules Committee', 'referral-committee'],
    ['il', 'Do Pass / Short Debate Executive Committee;  008-004-000', 'committee-passage-favorable'],
    ['ks', 'Consent Calendar Passed  Yea: 40 Nay: 0', 'passage'],
    ['ky', 'Senate concurred in House Committee Substitute (1)', 'concurrence'],
    [
      'la',
      'Read third time by title, roll called on final passage, yeas 24, nays 71. Failed to pass.',
      'failure',
    ],
    [
      'la',
      'Senate floor amendments read and adopted.  Read by title and passed by a vote of 36 yeas and 0 nays',
      'amendment-passage passage',
    ],
    ['md', 'Senate Concurs House Amendments', 'concurrence'],
    ['me', 'Work Session Held', 'work-session'],
    ['mi', "Assigned Pa 32'25 With Immediate Effect", 'became-law'],
    ['mi', 'Substitute (h-2) Adopted', 'amendment-passage'],
    ['mi', 'SUBSTITUTE (S-3) CONCURRED IN', 'amendment-passage'],
    ['mi', 'House Substitute (h-1) Concurred In', 'concurrence'],
    ['mi', 'Adopted By Unanimous Standing Vote', 'passage'],
    ['mo', 'Prefiled (H)', 'filing'],
    ['nc', 'Ratified', 'enrolled'],
    ['nc', 'Pres. To Gov. 6/26/2025', 'executive-receipt'],
    ['ne', 'Judiciary AM1660 adopted', 'amendment-passage'],
    ['ne', 'Title printed. Carryover bill', 'carried-over'],
    ['nh', 'Amendment # 2026-0412h: AA VV 02/19/2026  HJ 5  P. 59', 'amendment-passage'],
    ['nh', 'Committee Amendment # 2026-1519s, AF, VV; 04/23/2026;  SJ 10', 'amendment-failure'],
    ['ny', 'SUBSTITUTED BY A123', 'substitution'],
    ['ny', 'ENACTING CLAUSE STRICKEN', 'withdrawal'],
    ['or', 'Public Hearing and Work Session held.', 'hearing-held work-session'],
    ['ut', 'House/ strike enacting clause', 'failure'],
    ['va', 'Agreed to by Senate by Block Vote', 'passage'],
    ['vt', 'House message: Governor approved bill on June 6, 2025', 'executive-signature'],
    ['wa', 'By resolution, reintroduced and retained in present status.', 'carried-over'],
    ['wy', 'H Failed Introduction 20-41-1-0-0', 'failure'],
    ['us', 'Submitted in the Senate, considered, and agreed to without amendment', 'introduction passage'],
  ])('gives the classes in %s for: %s', (place, text, expected) => {
    expect(classes(place, text)).toBe(expected)
  })

  it.each([
    ['ak', '(S) FINANCE at 09:00 AM SENATE FINANCE 532'],
    ['il', 'Third Reading Deadline Extended-Rule May 31, 2025'],
    ['ky', 'posted for passage in the Regular Orders of the Day for Friday, March 7, 2025'],
    ['la', 'Scheduled for floor debate on 05/19/2026.'],
    ['md', 'Hearing 1/22 at 1:00 p.m.'],
    ['mi', 'placed on third reading'],
    ['ne', 'Notice of hearing for February 3, 2025'],
    ['nh', '==CANCELLED== Public Hearing: 01/20/2026 10:00 am GP 230'],
    ['nh', 'House Non-Concurs with Senate Amendment 2026-1s and Requests CofC (Rep. Roy: MA VV 05/21/2026'],
    ['nh', 'House Concurs with Senate Amendment 2026-1s (Rep. Roy): MF RC 127-222 05/21/2026'],
    ['nc', 'Failed Concur In S Com Sub'],
    ['wa', 'By resolution, returned to Senate Rules Committee for third reading.'],
    [
      'us',
      'Rules Committee Resolution H. Res. 211 Reported to House. Rule provides for consideration of H.J. Res. 25',
    ],
  ])('gives no class in %s to a planned, reported or refused action: %s', (place, text) => {
    expect(classes(place, text)).toBe('')
  })

  it('keeps the classes that a source gives', () => {
    const action = {
      division_id: 'ocd-division/country:us/state:wa',
      chamber: 'upper',
      description: 'Withdrawn.',
    }
    expect(fillClasses(['filing', 'filing'], action)).toEqual(['filing'])
    expect(fillClasses([], action)).toEqual(['withdrawal'])
  })
})
