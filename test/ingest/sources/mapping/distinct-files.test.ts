import { describe, expect, it } from 'vitest'
import { distinctFiles } from '../../../../ingest/sources/mapping/distinct-files.ts'
import { openstatesScraper } from '../../../../ingest/sources/openstates-scraper/index.ts'
import { caseFolder } from '../../../support/harness/case-files.ts'
import { readSourceText } from '../../../support/source-records/read-source.ts'

const file = (note: string, ...urls: string[]) => ({
  note,
  date: null,
  classification: '',
  text: null,
  links: urls.map((url) => ({ url, media_type: 'application/pdf' })),
})

describe('the files of a bill', () => {
  it('are listed once each, as a version rather than a document (N25)', async () => {
    const [bill] = (await readSourceText(openstatesScraper, caseFolder('N25'))).of('bill')
    const { versions, documents } = bill!.parts
    expect(versions?.map(({ note, links }) => [note, links.length])).toEqual([['Introduced', 1]])
    expect(documents?.map(({ note, links }) => [note, links.length])).toEqual([['Fiscal Note', 1]])
  })

  it('stay separate under two notes, but are not repeated in one entry', () => {
    const versions = [file('Introduced', 'a', 'a'), file('Engrossed', 'a')]
    expect(distinctFiles(versions, []).versions).toEqual([file('Introduced', 'a'), file('Engrossed', 'a')])
  })

  it('stay documents if they have an address of their own or none', () => {
    const documents = [file('Amendment', 'a', 'b'), file('Statement'), file('Copy', 'a')]
    expect(distinctFiles([file('Introduced', 'a')], documents).documents).toEqual(documents.slice(0, 2))
  })
})
