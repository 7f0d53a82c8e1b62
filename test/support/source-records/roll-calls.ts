/**
 * One roll call of each chamber in every layout. The Clerk's and the Senate's are written after their documented
 * layouts, because no published files were available. The voters are invented, but the questions are real.
 */
const house = [
  ['A000370', 'Adams', 'D', 'NC', 'Nay'],
  ['A000055', 'Aderholt', 'R', 'AL', 'Yea'],
  ['C001091', 'Castro (TX)', 'D', 'TX', 'Present'],
  ['C001131', 'Casar', 'D', 'TX', 'Not Voting'],
] as const

export const houseJson = {
  bill: { congress: 119, number: 6945, type: 'hr' },
  category: 'passage',
  chamber: 'h',
  congress: 119,
  date: '2026-01-21T16:38:00-05:00',
  number: 37,
  question: 'On Passage: H R 6945 Supporting Pregnant and Parenting Women and Families Act',
  requires: '1/2',
  result: 'Passed',
  result_text: 'Passed',
  session: '2026',
  source_url: 'http://clerk.house.gov/evs/2026/roll037.xml',
  subject: 'Supporting Pregnant and Parenting Women and Families Act',
  type: 'On Passage of the Bill',
  updated_at: '2026-01-22T03:56:58-05:00',
  vote_id: 'h37-119.2026',
  votes: Object.fromEntries(
    ['Nay', 'Not Voting', 'Present', 'Yea'].map((word) => [
      word,
      house
        .filter(([, , , , cast]) => cast === word)
        .map(([id, display_name, party, state]) => ({ display_name, id, party, state })),
    ]),
  ),
}

export const houseXml = `<roll where="house" session="119" year="2026" roll="37" source="house.gov"
  datetime="2026-01-21T16:38:00-05:00" updated="2026-01-22T03:56:58-05:00" aye="1" nay="1" nv="1" present="1">
  <category>passage</category><type>On Passage of the Bill</type>
  <question>On Passage: H R 6945 Supporting Pregnant and Parenting Women and Families Act</question>
  <required>1/2</required><result>Passed</result><bill session="119" type="h" number="6945"/>
  <option key="+">Yea</option><option key="-">Nay</option><option key="P">Present</option><option key="0">Not Voting</option>
  ${house.map(([id, , , state, cast]) => `<voter id="${id}" vote="+" value="${cast}" state="${state}"/>`).join('\n  ')}
</roll>`

export const clerkXml = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE rollcall-vote PUBLIC "-//US Congress//DTDs/vote v1.0 20031119 //EN" "http://clerk.house.gov/evs/vote.dtd">
<?xml-stylesheet type="text/xsl" href="http://clerk.house.gov/evs/vote.xsl"?>
<rollcall-vote>
<vote-metadata>
<majority>R</majority><congress>119</congress><session>2nd</session><chamber>U.S. House of Representatives</chamber>
<rollcall-num>37</rollcall-num><legis-num>H R 6945</legis-num><vote-question>On Passage</vote-question>
<vote-type>YEA-AND-NAY</vote-type><vote-result>Passed</vote-result>
<action-date>21-Jan-2026</action-date><action-time time-etz="16:38">4:38 PM</action-time>
<vote-desc>Supporting Pregnant and Parenting Women and Families Act</vote-desc>
<vote-totals>
<totals-by-party-header><party-header>Party</party-header><yea-header>Yeas</yea-header></totals-by-party-header>
<totals-by-party><party>Republican</party><yea-total>1</yea-total><nay-total>0</nay-total><present-total>0</present-total><not-voting-total>0</not-voting-total></totals-by-party>
<totals-by-vote><total-stub>Totals</total-stub><yea-total>1</yea-total><nay-total>1</nay-total><present-total>1</present-total><not-voting-total>1</not-voting-total></totals-by-vote>
</vote-totals>
</vote-metadata>
<vote-data>
${house.map(([id, name, party, state, cast]) => `<recorded-vote><legislator name-id="${id}" sort-field="${name}" unaccented-name="${name}" party="${party}" state="${state}" role="legislator">${name}</legislator><vote>${cast}</vote></recorded-vote>`).join('\n')}
</vote-data>
</rollcall-vote>`

/** Two candidates for Speaker. */
export const speakerXml = clerkXml
  .replace(
    '<legis-num>H R 6945</legis-num><vote-question>On Passage',
    '<vote-question>Election of the Speaker',
  )
  .replace('YEA-AND-NAY', '')
  .replace(/<vote-desc>.*<\/vote-desc>/u, '')
  .replace('<vote-result>Passed', '<vote-result>Jeffries')
  .replace(/<totals-by-party-header>[\s\S]*<\/totals-by-vote>/u, () =>
    [
      ['Jeffries', 1],
      ['Jordan', 1],
      ['Present', 1],
      ['Not Voting', 1],
    ]
      .map(
        ([name, total]) =>
          `<totals-by-candidate><candidate>${name}</candidate><candidate-total>${total}</candidate-total></totals-by-candidate>`,
      )
      .join(''),
  )
  .replace('<vote>Nay', '<vote>Jeffries')
  .replace('<vote>Yea', '<vote>Jordan')

const senate = [
  ['S440', 'Armstrong (R-OK)', 'Alan', 'Armstrong', 'R', 'OK', 'Yea'],
  ['S428', 'Alsobrooks (D-MD)', 'Angela', 'Alsobrooks', 'D', 'MD', 'Nay'],
  ['S330', 'Bennet (D-CO)', 'Michael', 'Bennet', 'D', 'CO', 'Not Voting'],
] as const

/** A tie that the Vice President breaks, on an amendment. */
export const senateJson = {
  amendment: { number: 2360, purpose: 'In the nature of a substitute.', type: 's' },
  bill: { congress: 119, number: 1, title: 'No short title on file', type: 'hr' },
  category: 'amendment',
  chamber: 's',
  congress: 119,
  date: '2025-07-01T11:49:00-04:00',
  number: 371,
  question: 'On the Amendment S.Amdt. 2360 to H.R. 1 (No short title on file)',
  record_modified: '2025-07-01T12:57:00-04:00',
  requires: '1/2',
  result: 'Amendment Agreed to',
  result_text: 'Amendment Agreed to (50-50, Vice President of the United States, voted Yea)',
  session: '2025',
  source_url: 'http://www.senate.gov/legislative/LIS/roll_call_votes/vote1191/vote_119_1_00371.xml',
  subject: 'Amdt. No. 2360, as Amended',
  type: 'On the Amendment',
  updated_at: '2025-07-02T06:28:52-04:00',
  vote_id: 's371-119.2025',
  votes: Object.fromEntries(
    ['Nay', 'Not Voting', 'Present', 'Yea'].map((word) => [
      word,
      [
        ...(word === 'Yea' ? ['VP'] : []),
        ...senate
          .filter((one) => one[6] === word)
          .map(([id, display_name, first_name, last_name, party, state]) => ({
            display_name,
            first_name,
            id,
            last_name,
            party,
            state,
          })),
      ],
    ]),
  ),
}

export const lisXml = `<?xml version="1.0" encoding="UTF-8"?><roll_call_vote>
  <congress>119</congress><session>1</session><congress_year>2025</congress_year><vote_number>371</vote_number>
  <vote_date>July 1, 2025,  11:49 AM</vote_date><modify_date>July 1, 2025,  12:57 PM</modify_date>
  <vote_question_text>On the Amendment S.Amdt. 2360 to H.R. 1 (No short title on file)</vote_question_text>
  <vote_document_text>In the nature of a substitute.</vote_document_text>
  <vote_result_text>Amendment Agreed to (50-50, Vice President of the United States, voted Yea)</vote_result_text>
  <question>On the Amendment</question><vote_title>Amdt. No. 2360, as Amended</vote_title>
  <majority_requirement>1/2</majority_requirement><vote_result>Amendment Agreed to</vote_result>
  <document><document_congress/><document_type/><document_number/><document_name/><document_title/><document_short_title/></document>
  <amendment><amendment_number>S.Amdt. 2360</amendment_number><amendment_to_amendment_number/><amendment_to_amendment_to_amendment_number/>
    <amendment_to_document_number>H.R. 1</amendment_to_document_number><amendment_to_document_short_title>No short title on file</amendment_to_document_short_title>
    <amendment_purpose>In the nature of a substitute.</amendment_purpose></amendment>
  <count><yeas>1</yeas><nays>1</nays><present/><absent>1</absent></count>
  <tie_breaker><by_whom>Vice President</by_whom><tie_breaker_vote>Yea</tie_breaker_vote></tie_breaker>
  <members>${senate.map(([id, full, first, last, party, state, cast]) => `<member><member_full>${full}</member_full><last_name>${last}</last_name><first_name>${first}</first_name><party>${party}</party><state>${state}</state><vote_cast>${cast}</vote_cast><lis_member_id>${id}</lis_member_id></member>`).join('\n  ')}</members>
</roll_call_vote>`
