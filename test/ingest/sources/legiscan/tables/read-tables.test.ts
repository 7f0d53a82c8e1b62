import { describe, expect, it } from 'vitest'
import { legiscan } from '../../../../../ingest/sources/legiscan/index.ts'
import { faultsOf } from '../../../../support/source-records/part-schemas.ts'
import { type Read, readSourceFiles } from '../../../../support/source-records/read-source.ts'
import { zipArchive } from '../../../../support/source-records/zip-archive.ts'

const tables = {
  'bills.csv': `bill_id,session_id,bill_number,status,status_desc,status_date,title,description,committee_id,committee,last_action_date,last_action,url,state_link
1909445,2183,HB4001,2,Engrossed,2025-01-23,"Labor: ""wages""; modify","Labor: ""wages""; modify",4828,"Senate Regulatory Affairs",2025-02-04,"Referred",https://legiscan.com/MI/bill/HB4001/2025,https://legislature.mi.gov/Bills/Bill?ObjectName=2025-HB-4001
1909446,2183,HJRA,1,Introduced,2025-01-23,Title,Other words,0,,2025-02-04,Referred,https://legiscan.com/MI/bill/HJRA/2025,https://legislature.mi.gov/x
`,
  'history.csv': `bill_id,date,chamber,sequence,action
1909445,2025-01-08,House,2,"Read A First Time"
1909445,2025-01-08,House,1,"Introduced By Representative Jay DeBoyer"
1909446,2025-01-09,House,1,Introduced By Representative X
1909445,2025-01-23,House,3,"Passed; Given Immediate Effect Roll Call # 5
Yeas 67"
`,
  'people.csv': `people_id,name,first_name,middle_name,last_name,suffix,nickname,party_id,party,role_id,role,district,followthemoney_eid,votesmart_id,opensecrets_id,ballotpedia,knowwho_pid,committee_id
2854,"Jay DeBoyer",Jay,,DeBoyer,,,2,R,1,Rep,HD-063,1,2,,Jay_DeBoyer,3,0
2855,"Karen Whitsett",Karen,,Whitsett,,,1,D,1,Rep,HD-004,1,2,,Karen_Whitsett,3,0
`,
  'sponsors.csv': `bill_id,people_id,position
1909445,2855,2
1909445,2854,1
1909446,2854,1
`,
  'rollcalls.csv': `bill_id,roll_call_id,date,chamber,description,yea,nay,nv,absent,total
1909445,1578784,2025-01-23,House,"House Third Reading: Given Immediate Effect Roll Call #5",1,0,0,1,2
1909445,1578785,2025-02-11,Senate,"Reported Favorably With Substitute S-1 2/12/2025",4,0,0,0,4
`,
  'votes.csv': `roll_call_id,people_id,vote,vote_desc
1578784,2854,1,Yea
1578784,2855,4,Absent
`,
  'documents.csv': `bill_id,document_id,document_type,document_size,document_mime,document_desc,url,state_link
1909445,3046372,text,10386,text/html,Introduced,https://legiscan.com/MI/text/HB4001/id/3046372,https://legislature.mi.gov/a.htm
1909445,3046373,supplement,10386,application/pdf,Analysis,https://legiscan.com/MI/supplement/HB4001/id/3046373,https://legislature.mi.gov/b.pdf
`,
}

type Tables = { readonly [N in keyof typeof tables]?: string | null }

/** Reads a set with these tables replaced; null omits a table. */
function readSet(changed: Tables = {}, folder = 'MI/2025-2026_103rd_Legislature/csv'): Promise<Read> {
  const emitted = Object.entries({ ...tables, ...changed }).filter((entry) => entry[1] !== null)
  return readSourceFiles(
    legiscan,
    Object.fromEntries(emitted.map(([name, text]) => [`${folder}/${name}`, text])),
  )
}

describe('a CSV data set of LegiScan', () => {
  it('becomes bills with actions, sponsors, versions, and documents', async () => {
    const { of, rejections } = await readSet()
    expect(rejections).toEqual([])
    const [bill, resolution] = of('bill')
    expect(bill).toMatchObject({
      key: 'ocd-division/country:us/state:mi|2025-2026|HB4001',
      aliases: [{ scheme: 'legiscan', value: '1909445' }],
    })
    expect(bill!.parts.core).toMatchObject({
      title: 'Labor: "wages"; modify',
      chamber: 'lower',
      classification: ['bill'],
      extras: {
        legiscan_status: 'Engrossed',
        legiscan_status_date: '2025-01-23',
        legiscan_committee: 'Senate Regulatory Affairs',
      },
    })
    expect(bill!.parts.actions!.map(({ description }) => description)).toEqual([
      'Introduced By Representative Jay DeBoyer',
      'Read A First Time',
      'Passed; Given Immediate Effect Roll Call # 5\nYeas 67',
    ])
    expect(bill!.parts.sponsors!.map(({ name, primary, district }) => [name, primary, district])).toEqual([
      ['Jay DeBoyer', true, '63'],
      ['Karen Whitsett', false, '4'],
    ])
    expect(bill!.parts.versions!.map(({ note, links }) => [note, links[0]!.url])).toEqual([
      ['Introduced', 'https://legislature.mi.gov/a.htm'],
    ])
    expect(bill!.parts.documents!.map(({ note }) => note)).toEqual(['Analysis'])
    expect(resolution!.key).toBe('ocd-division/country:us/state:mi|2025-2026|HJRA')
    expect(resolution!.parts.core!.classification).toEqual(['joint resolution'])
    expect([...of('bill'), ...of('vote')].flatMap((one) => faultsOf(one))).toEqual([])
  })

  it('has roll calls with voters, and a result only if LegiScan gives one', async () => {
    const { of } = await readSet()
    const [floor, committee] = of('vote')
    expect(floor!.parts.vote).toMatchObject({
      identifier: '5',
      result: 'pass',
      chamber: 'lower',
      sources: [{ url: 'https://legiscan.com/MI/rollcall/HB4001/id/1578784', note: 'LegiScan' }],
    })
    expect(floor!.also_keys).toEqual([
      'roll|ocd-division/country:us/state:mi|2025-2026|HB4001|2025-2026|lower|2025|5',
    ])
    expect(floor!.parts.vote!.votes.map(({ voter_name, option }) => [voter_name, option])).toEqual([
      ['Jay DeBoyer', 'yes'],
      ['Karen Whitsett', 'absent'],
    ])
    expect(committee!.also_keys).toBeUndefined()
    expect(committee!.parts.vote).toMatchObject({
      identifier: '',
      result: 'pass',
      motion_classification: ['committee-passage'],
    })
    const silent = await readSet({
      'rollcalls.csv': `${tables['rollcalls.csv'].split('\n')[0]}\n1909445,1,2025-01-23,House,Roll Call #5,1,0,0,0,1\n`,
      'votes.csv': null,
    })
    expect(silent.of('vote')[0]!.parts.vote!.result).toBe('')
  })

  it('reports nothing for a missing table, so that nothing is removed', async () => {
    const { of } = await readSet({ 'documents.csv': null, 'history.csv': null })
    expect(Object.keys(of('bill')[0]!.parts).toSorted()).toEqual(['core', 'sponsors'])
  })

  it('identifies a special session by the address of its bills', async () => {
    const bills = tables['bills.csv'].replaceAll('/2025,', '/2025/X2,').replaceAll('/MI/', '/TX/')
    const { of } = await readSet({ 'bills.csv': bills }, 'TX/csv')
    expect(of('bill')[0]!.parts.core!.session).toBe('892')
    expect(of('session')[0]!.parts.session).toMatchObject({ identifier: '892', classification: 'special' })
  })

  it('is read from a zip like from a folder, and dated by its name', async () => {
    const entries = Object.entries(tables).map(([name, text]) => [
      `MI/2025-2026_103rd_Legislature/csv/${name}`,
      text,
    ])
    const zip = await zipArchive(Object.fromEntries(entries) as Record<string, string>)
    const zipped = await readSourceFiles(legiscan, {
      'MI_2025-2026_103rd_Legislature_CSV_20250629_ab12.zip': zip,
    })
    const folder = await readSet()
    expect(zipped.of('bill').map(({ parts }) => parts)).toEqual(folder.of('bill').map(({ parts }) => parts))
    expect(zipped.of('vote')[0]!.observed_at).toBe('2025-06-29T00:00:00Z')
  })

  it('gives the same parts as the API', async () => {
    const { of } = await readSet({ 'documents.csv': null })
    const person = { role_id: 1, committee_id: 0 }
    const bill = {
      bill_id: 1909445,
      state: 'MI',
      session: { year_start: 2025, year_end: 2026, special: 0, session_name: '103rd Legislature' },
      bill_number: 'HB4001',
      bill_type_id: '1',
      body: 'H',
      status: 2,
      status_date: '2025-01-23',
      title: 'Labor: "wages"; modify',
      description: 'Labor: "wages"; modify',
      committee: { name: 'Senate Regulatory Affairs' },
      url: 'https://legiscan.com/MI/bill/HB4001/2025',
      state_link: 'https://legislature.mi.gov/Bills/Bill?ObjectName=2025-HB-4001',
      history: [
        { date: '2025-01-08', chamber: 'H', action: 'Introduced By Representative Jay DeBoyer' },
        { date: '2025-01-08', chamber: 'H', action: 'Read A First Time' },
        {
          date: '2025-01-23',
          chamber: 'H',
          action: 'Passed; Given Immediate Effect Roll Call # 5\nYeas 67',
        },
      ],
      sponsors: [
        { ...person, people_id: 2854, name: 'Jay DeBoyer', district: 'HD-063', sponsor_order: 1 },
        { ...person, people_id: 2855, name: 'Karen Whitsett', district: 'HD-004', sponsor_order: 2 },
      ],
    }
    const api = await readSourceFiles(legiscan, { 'bill.json': { bill } })
    expect(api.of('bill')[0]!.parts).toEqual(of('bill')[0]!.parts)
  })
})

describe('bad input in a CSV data set of LegiScan', () => {
  it('is rejected row by row with its place, and the other rows are read', async () => {
    const { of, rejections } = await readSet({
      'votes.csv': `${tables['votes.csv']}99,2854,1,Yea\n98,2854\n`,
      'history.csv': `${tables['history.csv']}7,2025-01-09,House,1,Lost\n7,2025-01-10,House,2,Lost again\n`,
      'bills.csv': `${tables['bills.csv']}12,2183,HB4002,1,Introduced,2025-01-23,T,D,0,,2025-01-23,x,http://example.gov,\n`,
    })
    expect(rejections.map(({ record, detail }) => [record.replace(/^.*\//, ''), detail])).toEqual([
      ['bills.csv#4', expect.stringContaining('url is "http://example.gov", not an address of')],
      ['votes.csv#5', 'the row has 2 cells, the header 4'],
      ['history.csv#bill_id=7', 'bill_id is 7 in 2 rows, and no such row of bills.csv was read'],
      [
        'votes.csv#roll_call_id=99',
        'roll_call_id is 99 in 1 rows, and no such row of rollcalls.csv was read',
      ],
    ])
    expect(of('bill')).toHaveLength(2)
    expect(of('vote')[0]!.parts.vote!.votes).toHaveLength(2)
  })

  it('suppresses only the list or roll call to which an unreadable row belongs', async () => {
    const whole = await readSet({})
    const { of, rejections } = await readSet({
      'history.csv': tables['history.csv'].replace(/,House,2,[^\n]*\n/u, ',House\n'),
      'votes.csv': `${tables['votes.csv']}1578784,2855\n`,
    })
    expect(rejections).toHaveLength(3)
    expect(rejections.map(({ detail }) => detail)).toContain(
      'roll_call_id is 1578784, and a row of its votes cannot be read',
    )
    const silent = of('bill').filter(({ parts }) => parts.actions === undefined)
    expect(silent).toHaveLength(1)
    expect(silent[0]!.parts.sponsors).toEqual(
      whole.of('bill').find(({ key }) => key === silent[0]!.key)!.parts.sponsors,
    )
    expect(of('vote').length).toBe(whole.of('vote').length - 1)
  })

  it('is kept with the table header, so that a corrected row can be read alone', async () => {
    const broken = tables['bills.csv'].replace('HJRA,1', ',1')
    const { rejections } = await readSet({ 'bills.csv': broken })
    const [kept] = rejections
    expect(kept!.detail).toBe('bill_number is "", not a text')
    const mended = kept!.bytes.toString().replace(',2183,,1', ',2183,HJRA,1')
    const again = await readSourceFiles(legiscan, { 'MI/2025-2026_103rd_Legislature/csv/bills.csv': mended })
    expect(again.of('bill').map(({ key }) => key)).toEqual([
      'ocd-division/country:us/state:mi|2025-2026|HJRA',
    ])
  })

  it('costs only one roll call if the row of that roll call is unreadable', async () => {
    const rollcalls = tables['rollcalls.csv'].replace(',1,0,0,1,2', ',one,0,0,1,2')
    const { of, rejections } = await readSet({ 'rollcalls.csv': rollcalls })
    expect(rejections.map(({ record, detail }) => [record.replace(/^.*\//, ''), detail])).toEqual([
      ['rollcalls.csv#roll_call_id=1578784', 'yea is "one", not a whole number'],
    ])
    expect(of('bill')).toHaveLength(2)
    expect(of('vote')).toHaveLength(1)
  })

  it('leads to no bills if bills.csv is missing or has other columns', async () => {
    const without = await readSet({ 'bills.csv': null })
    expect(without.rejections).toHaveLength(6)
    expect(without.rejections[0]!.detail).toBe('there is no bills.csv beside it')
    const other = await readSet({ 'bills.csv': 'a,b\n1,2\n' })
    expect(other.rejections.map(({ detail }) => detail)).toEqual([
      'the column bill_id is missing; the columns are a, b',
    ])
    expect(other.observations).toEqual([])
  })
})
