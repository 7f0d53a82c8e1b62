import { describe, expect, it } from 'vitest'
import { extractText } from '../../../../../ingest/sources/bill-text/extract.ts'
import { numberedPages, pdfOf } from '../../../../support/pdf.ts'

const PDF = 'application/pdf'
const lineOf = (text: string, y: number) => ({ text, y })

describe('the text of a PDF', () => {
  it('is what is printed, in paragraphs, without line numbers, running heads and page numbers', async () => {
    const bytes = numberedPages('HB 7 - First Engrossment', [
      [
        'AN ACT relating to the keeping of bees; and providing for a pen-',
        'alty for those who keep wasps in a place where bees are kept.',
        'Section 1. Bees. (a) A person may keep bees in any part of this',
        'state, and in any other place where bees are kept by persons who',
      ],
      ['live there.', '(b) Wasps may not be kept.', 'Section 2. This Act takes effect on July 1, 2027.'],
      ['(c) Nothing else.', '(d) Nor that.', '(e) Nor this.'],
    ])
    expect(await extractText(bytes, PDF)).toEqual({
      kind: 'lines',
      lines: [
        'HB 7 - First Engrossment',
        'AN ACT relating to the keeping of bees; and providing for a penalty for those who keep wasps in a place where bees are kept.',
        'Section 1. Bees. (a) A person may keep bees in any part of this state, and in any other place where bees are kept by persons who live there.',
        '(b) Wasps may not be kept.',
        'Section 2. This Act takes effect on July 1, 2027.',
        '(c) Nothing else.',
        '(d) Nor that.',
        '(e) Nor this.',
      ],
    })
  })

  it('is none where its pages are pictures', async () => {
    expect(await extractText(pdfOf(['scan', 'scan']), PDF)).toEqual({ kind: 'none', why: 'no text' })
  })

  it('is the same for the same bytes, however many are read at once', async () => {
    const bytes = pdfOf([[lineOf('A bill.', 700), lineOf('It does nothing.', 680)]])
    const all = await Promise.all(Array.from({ length: 5 }, () => extractText(bytes, PDF)))
    expect(new Set(all.map((one) => JSON.stringify(one)))).toHaveLength(1)
    expect(all[0]).toEqual({ kind: 'lines', lines: ['A bill.', 'It does nothing.'] })
  })

  it.each([
    ['that was cut off', pdfOf([[lineOf('A bill.', 700)]]).subarray(0, 300)],
    ['that is a page about errors', Buffer.from('<html>Not found</html>')],
  ])('is refused of a document %s', async (_, bytes) => {
    await expect(extractText(bytes, PDF)).rejects.toMatchObject({ code: 'record_unreadable' })
  })
})
