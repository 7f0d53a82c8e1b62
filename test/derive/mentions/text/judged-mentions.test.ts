import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findBillMentions } from '../../../../derive/mentions/text/find-bill-mentions.ts'
import { lda } from '../../../../ingest/sources/lda/index.ts'
import { projectFolder } from '../../../../runtime/settings/settings.ts'
import type { LobbyingFiling } from '../../../../schemas/event-bodies/advocacy.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'

type Judged = {
  readonly found: readonly {
    readonly filing: string
    readonly activity: number
    readonly start: number
    readonly words: string
    readonly identifier: string
    readonly congress: number
    readonly names_a_bill: boolean
    readonly doubt?: string
  }[]
  readonly read_whole: readonly { readonly filing: string; readonly bills: readonly string[] }[]
}

const judged = JSON.parse(readFileSync(join(projectFolder, 'test/judged/mentions.json'), 'utf8')) as Judged
const archive = realData('lobbying/lda-xml')
const forms = realData('lobbying/lda-json')

const filings: readonly LobbyingFiling[] =
  archive === undefined || forms === undefined
    ? []
    : (await readSourceText(lda, archive, forms)).of('lobbying_filing').map(({ parts }) => parts.filing!)

const bySha256 = (a: string, b: string): number => (hashOf(a) < hashOf(b) ? -1 : 1)
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

it.skipIf(archive === undefined)(
  'of all mentions in 1,729 real filings, at least 98 % name a bill: each was read',
  () => {
    const found = filings.flatMap(({ filing_uuid: filing, year, activities }) =>
      activities.flatMap(({ description }, activity) =>
        findBillMentions(description ?? '', year).map(({ start, words, identifier, congress }) => ({
          ...{ filing, activity, start, words, identifier, congress },
        })),
      ),
    )
    const verdicts = new Map(
      judged.found.map((one) => [JSON.stringify([one.filing, one.activity, one.start, one.identifier]), one]),
    )
    // A mention that nobody has read counts as wrong.
    const read = found.map((one) => ({
      mention: one,
      verdict: verdicts.get(JSON.stringify([one.filing, one.activity, one.start, one.identifier])),
    }))
    const right = read.filter(({ verdict }) => verdict?.names_a_bill === true)
    const doubtful = read.filter(({ verdict }) => verdict?.doubt !== undefined)
    console.info(
      `precision: ${right.length} of ${found.length} name a bill; of ${doubtful.length} the bill or the Congress is in doubt`,
    )
    expect(found.length).toBeGreaterThan(100)
    expect(right.length / found.length).toBeGreaterThanOrEqual(0.98)
  },
)

it.skipIf(archive === undefined)(
  'of the bills in 50 filings that were read whole, at least 90 % are found',
  () => {
    const byUuid = new Map(filings.map((filing) => [filing.filing_uuid, filing]))
    const withText = filings.filter(({ activities }) =>
      activities.some(({ description }) => description !== null),
    )
    const sample = withText.map(({ filing_uuid }) => filing_uuid).toSorted(bySha256)
    expect(judged.read_whole.map(({ filing }) => filing)).toEqual(sample.slice(0, 50))
    let [expected, missed] = [0, 0]
    for (const { filing, bills } of judged.read_whole) {
      const { year, activities } = byUuid.get(filing)!
      const found = activities.flatMap(({ description }) =>
        findBillMentions(description ?? '', year).map(({ identifier }) => identifier),
      )
      expected += bills.length
      for (const bill of bills) {
        const at = found.indexOf(bill)
        if (at < 0) missed += 1
        else found.splice(at, 1)
      }
    }
    console.info(`recall: ${expected - missed} of ${expected} in 50 filings`)
    expect(expected).toBeGreaterThan(50)
    expect((expected - missed) / expected).toBeGreaterThanOrEqual(0.9)
  },
)
