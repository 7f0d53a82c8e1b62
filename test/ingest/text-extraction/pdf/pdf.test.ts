import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { extractText } from '../../../../ingest/text-extraction/extract-text.ts'
import { readPdf } from '../../../../ingest/text-extraction/pdf/read-pdf.ts'
import { numberedPages, pdfOf, pdfOfContent } from '../../../support/source-records/pdf.ts'

const PDF = 'application/pdf'
const lineOf = (text: string, y: number) => ({ text, y })

describe('the text of a PDF', () => {
  it('contains the printed paragraphs, without line numbers, page headers and page numbers', async () => {
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

  it('is absent if its pages are pictures', async () => {
    expect(await extractText(pdfOf(['scan', 'scan']), PDF)).toEqual({ kind: 'none', why: 'no text' })
  })

  it('is the same for the same bytes, even with concurrent reads', async () => {
    const bytes = pdfOf([[lineOf('A bill.', 700), lineOf('It does nothing.', 680)]])
    const all = await Promise.all(Array.from({ length: 5 }, () => extractText(bytes, PDF)))
    expect(new Set(all.map((one) => JSON.stringify(one)))).toHaveLength(1)
    expect(all[0]).toEqual({ kind: 'lines', lines: ['A bill.', 'It does nothing.'] })
  })

  it.each([
    ['that was cut off', pdfOf([[lineOf('A bill.', 700)]]).subarray(0, 300)],
    ['that is an HTML error page', Buffer.from('<html>Not found</html>')],
  ])('is refused for a document %s', async (_, bytes) => {
    await expect(extractText(bytes, PDF)).rejects.toMatchObject({ code: 'record_unreadable' })
  })
})

describe('a PDF bomb', () => {
  const MEGABYTE = 1024 * 1024
  const good = () => readPdf(pdfOf([[lineOf('A bill.', 700)]]))
  const packedTwice = (bytes: number) =>
    pdfOfContent(deflateSync(deflateSync(Buffer.alloc(bytes, ' '))), '/FlateDecode /FlateDecode')

  it('of a few hundred bytes that unpacks to too many is refused, and the next document is read', async () => {
    const bomb = packedTwice(400 * MEGABYTE)
    expect(bomb.length).toBeLessThan(4_096)
    const limits = { longest_ms: 60_000, most_bytes: 200 * MEGABYTE }
    const before_bytes = process.memoryUsage.rss()
    await expect(readPdf(bomb, limits)).rejects.toMatchObject({
      code: 'record_unreadable',
      message: expect.stringMatching(/it takes more than 209715200 bytes of memory/),
    })
    expect(process.memoryUsage.rss() - before_bytes).toBeLessThan(1_024 * MEGABYTE)
    expect(await good()).toEqual([['A bill.']])
  })

  it('that takes too long is refused, without blocking this thread', async () => {
    const words = deflateSync(Buffer.from(`BT /F 12 Tf ${'(aaaa) Tj '.repeat(3_000_000)} ET`))
    let turns = 0
    const turning = setInterval(() => turns++, 20)
    await expect(
      readPdf(pdfOfContent(words, '/FlateDecode'), { longest_ms: 1_000, most_bytes: 2_048 * MEGABYTE }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/it takes more than 1 s/) })
    clearInterval(turning)
    expect(turns).toBeGreaterThan(5)
    expect(await good()).toEqual([['A bill.']])
  })

  it('with a hundred thousand pages is refused before the first page is read', async () => {
    const pages = pdfOfContent(deflateSync(Buffer.from('BT ET')), '/FlateDecode', 100_000)
    await expect(readPdf(pages)).rejects.toMatchObject({
      message: expect.stringMatching(/it has 100000 pages, more than 20000/),
    })
  })
})
