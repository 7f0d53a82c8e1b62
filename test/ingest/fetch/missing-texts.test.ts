import { describe, expect, it } from 'vitest'
import { missingTexts } from '../../../ingest/fetch/missing-texts.ts'
import type { Version } from '../../../schemas/event-bodies/bill.ts'

const NOW = '2026-03-02T09:00:00.000Z'

function version(...links: Version['links']): Version {
  return { id: 'v', note: 'Bill', date: null, classification: '', links, text: null }
}
const link = (url: string, media_type = ''): Version['links'][number] => ({ url, media_type })
const urlsOf = (versions: Version[], attempts = new Map()) =>
  missingTexts(versions, attempts, NOW).map((links) => links.map(({ url }) => url))

describe('the addresses from which a bill text is fetched', () => {
  it('are those in readable formats, the best format first', () => {
    const links = [
      link('https://leg.gov/1.pdf'),
      link('https://leg.gov/1', 'application/msword'),
      link('https://leg.gov/1.HTM?x=1'),
      link('https://leg.gov/text?id=1', 'application/xml'),
      link('ftp://leg.gov/1.xml'),
      link('https://leg.gov:99999/1.xml'),
      link('https://[leg.gov/1.xml'),
    ]
    expect(urlsOf([version(...links)])).toEqual([
      ['https://leg.gov/text?id=1', 'https://leg.gov/1.HTM?x=1', 'https://leg.gov/1.pdf'],
    ])
  })

  it('exclude versions that have their text, and repeat no address', () => {
    const text = { sha256: '0', bytes: 1, media_type: 'text/html', url: 'https://leg.gov/1.htm' }
    const page = version(link('https://leg.gov/1.htm'))
    expect(urlsOf([{ ...page, text }])).toEqual([])
    expect(urlsOf([page, page])).toEqual([['https://leg.gov/1.htm']])
  })

  it('exclude addresses that are done or not yet due for a retry', () => {
    const attempts = new Map([
      ['https://leg.gov/1.xml', { due_at: null }],
      ['https://leg.gov/1.htm', { due_at: '2026-03-02T09:00:00.001Z' }],
      ['https://leg.gov/1.pdf', { due_at: NOW }],
    ])
    const links = ['xml', 'htm', 'pdf'].map((end) => link(`https://leg.gov/1.${end}`))
    expect(urlsOf([version(...links)], attempts)).toEqual([['https://leg.gov/1.pdf']])
  })
})
