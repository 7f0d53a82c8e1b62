import { expect, it } from 'vitest'
import { govinfoBillstatus } from '../../../../ingest/sources/govinfo-billstatus/index.ts'
import { caseFolder } from '../../../support/harness/case-files.ts'
import { billstatus } from '../../../support/source-records/billstatus.ts'
import { faultsOf } from '../../../support/source-records/part-schemas.ts'
import { readSourceFiles, readSourceText } from '../../../support/source-records/read-source.ts'

it('a bill without a title gets its official title as introduced, and is kept even without one (N11)', async () => {
  const run = await readSourceText(govinfoBillstatus, caseFolder('N11'))
  expect(run.rejections).toEqual([])
  expect(run.observations.flatMap(faultsOf)).toEqual([])
  expect(run.of('bill').map(({ parts: { core, actions } }) => [core!.title, actions!.length])).toEqual([
    ['To make lanterns safe.', 1],
    ['', 1],
  ])
})

it.each([
  ['Display Title', ['Short Title(s) as Passed House', 'Display Title']],
  [
    'Official Title as Amended by House',
    ['Short Title(s) as Introduced', 'Official Title as Amended by House'],
  ],
  ['Short Title(s) as Introduced', ['Popular Title', 'Short Title(s) as Introduced']],
  ['Popular Title', ['Popular Title']],
])('a bill without an official title as introduced uses its %s as the title', async (best, kinds) => {
  const items = kinds.map((kind) => `<item><titleType>${kind}</titleType><title>The ${kind}</title></item>`)
  const xml = billstatus(`<titles>${items.join('')}</titles>`).replace('<title>A &amp; B</title>', '')
  const action = '<actions><item><actionDate>2021-02-12</actionDate><text>Read.</text></item></actions>'
  const run = await readSourceFiles(govinfoBillstatus, {
    'a.xml': xml.replace('</bill>', `${action}</bill>`),
  })
  expect(run.of('bill')[0]!.parts.core!.title).toBe(`The ${best}`)
})
