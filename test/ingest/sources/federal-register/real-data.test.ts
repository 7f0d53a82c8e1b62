import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { federalRegister } from '../../../../ingest/sources/federal-register/index.ts'
import { findAgencyByName, findAgencyBySlug } from '../../../../schemas/vocabulary/federal-agencies.ts'
import { collect } from '../../../support/harness/collect.ts'
import { realData } from '../../../support/harness/real-data.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceText, STARTED_AT } from '../../../support/source-records/read-source.ts'

const folder = realData('federal-register')

describe.skipIf(folder === undefined)('the published Federal Register files', () => {
  it('are all read: the documents of the API and of one day, and the agencies of five lists', async () => {
    const passed_over: string[] = []
    const input = {
      paths: [folder!],
      started_at: STARTED_AT,
      passed_over: (_: string, why: string) => passed_over.push(why),
    }
    const items = await collect(federalRegister.read(input))
    expect(items.filter(({ kind }) => kind === 'rejected')).toEqual([])
    const observations = items.flatMap((item) => (item.kind === 'observed' ? [...item.group] : []))
    expect(observations.flatMap(faultsOf)).toEqual([])
    const documents = observations.filter((one) => one.entity === 'regulation')
    expect(documents.filter(({ schema_rank }) => schema_rank === 0)).toHaveLength(146)
    const of_api = documents.filter(({ schema_rank }) => schema_rank === 1)
    expect(new Set(of_api.map(({ key }) => key)).size).toBe(1_000)
    expect(of_api.filter(({ parts }) => parts.comment_period?.closes_on !== null)).toHaveLength(253)
    // They were printed in January 2024 with a last day in early 2023, so the year is a misprint.
    const impossible = of_api.flatMap(({ parts }) => parts.regulation?.extras.impossible_dates ?? [])
    expect(impossible).toEqual(
      ['2023-03-03', '2023-02-01', '2023-02-01', '2023-02-03'].map((comments_close_on) => ({
        comments_close_on,
      })),
    )
    expect(of_api.filter(({ parts }) => parts.regulation?.correction_of !== null)).toHaveLength(8)
    expect(of_api.filter(({ replaces }) => replaces!.length > 0)).toHaveLength(688)
    const organizations = observations.filter(({ entity }) => entity === 'organization')
    expect(organizations).toHaveLength(1_291)
    expect(
      Object.fromEntries(
        Map.groupBy(passed_over, (why) => why)
          .entries()
          .map(([why, all]) => [why, all.length]),
      ),
    ).toEqual({
      'names no agency, or several': 1,
      'on public inspection: not published yet': 2_245,
      'titles of the Code': 1,
      'withdrawn from public inspection: never published': 60,
    })
  })

  it('give every agency the slug that our table of agencies has', async () => {
    const { of } = await readSourceText(
      federalRegister,
      join(folder!, 'documents_2024-01-02_2024-01-17.json.gz'),
    )
    const printed = of('regulation').flatMap(({ parts }) => parts.regulation?.agencies ?? [])
    const wrong = printed.filter(
      ({ name, slug }) => slug !== null && (findAgencyByName(name)?.slug ?? slug) !== slug,
    )
    expect(wrong).toEqual([])
    const known = new Set(
      printed.filter(({ slug }) => findAgencyBySlug(slug ?? '') !== undefined).map(({ slug }) => slug),
    )
    expect(known.size).toBeGreaterThan(110)
  })
})
