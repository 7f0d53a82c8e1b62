import { describe, expect, it } from 'vitest'
import { classifyCongressAction } from '../../../../ingest/legislature/action-classes/congress-rules.ts'

describe('classifyCongressAction', () => {
  it.each([
    ['1000', 'Introduced in House', ['introduction']],
    ['Intro-H', 'Introduced in House', ['introduction']],
    ['', 'Read twice and referred to the Committee on Finance.', ['referral-committee']],
    ['H11100', 'Referred to the House Committee on Ways and Means.', ['referral-committee']],
    [
      '5000',
      'Reported (Amended) by the Committee on Natural Resources. H. Rept. 114-602, Part I.',
      ['committee-passage', 'reported-out-of-committee'],
    ],
    [
      '',
      'Committee on the Judiciary. Ordered to be reported without amendment favorably.',
      ['committee-passage'],
    ],
    ['', 'Committee on Indian Affairs. Hearings held.', ['hearing-held']],
    ['H37100', 'On passage Passed by recorded vote: 297 - 127 (Roll no. 288).', ['passage']],
    ['8000', 'Passed/agreed to in House: On passage Passed by recorded vote: 297 - 127', ['passage']],
    [
      'H37300',
      'On motion to suspend the rules and pass the bill Failed by the Yeas and Nays: (2/3 required): 200 - 220',
      ['failure'],
    ],
    ['H37100', 'On passage Failed by the Yeas and Nays: 195 - 230', ['failure']],
    ['', 'Passed Senate without amendment by Unanimous Consent.', ['passage']],
    ['', 'Resolution agreed to in Senate without amendment by Unanimous Consent.', ['passage']],
    ['', 'Failed of passage in Senate by Yea-Nay Vote. 45 - 52.', ['failure']],
    ['H36210', 'On motion to recommit Failed by the Yeas and Nays: 210 - 219 (Roll no. 61).', []],
    ['', 'Cloture motion on the bill presented in Senate. (CR S3416)', []],
    [
      'H41610',
      'On motion that the House agree to the Senate amendment Agreed to by the Yeas and Nays: 240 - 181',
      ['concurrence'],
    ],
    [
      '',
      'Senate agreed to the House amendment to the Senate amendment to H.R. 302 by Yea-Nay Vote.',
      ['concurrence'],
    ],
    ['28000', 'Presented to President.', ['executive-receipt']],
    ['E30000', 'Signed by President.', ['executive-signature']],
    ['E30000', 'Vetoed by President.', ['executive-veto']],
    ['31000', 'Vetoed by President.(text of veto message: CR H210-211)', ['executive-veto']],
    ['36000', 'Became Public Law No: 114-70.', ['became-law']],
    ['', 'Passed Senate over veto by Yea-Nay Vote. 71 - 24.', ['veto-override-passage']],
    [
      '',
      'Two-thirds of the Members present voting: on passage, the objections of the President to the contrary notwithstanding Failed by the Yeas and Nays',
      ['veto-override-failure'],
    ],
    [
      '',
      'Motion to table the veto message to accompany S. J. Res. 8 agreed to in Senate by Yea-Nay Vote.',
      ['veto-override-failure'],
    ],
    ['H8D000', 'DEBATE - Pursuant to the provisions of H.Res. 770, the Committee of the Whole proceeded', []],
    [
      'H34400',
      'The House adopted the amendment in the nature of a substitute as agreed to by the Committee',
      ['amendment-passage'],
    ],
  ])('classifies the action %s %s', (code, text, classes) => {
    expect(classifyCongressAction(code, text)).toEqual(classes)
  })
})
