import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { faultOf } from '../../../../ingest/fetch/http/answer-check.ts'
import type { Download } from '../../../../ingest/source-interface/feed.ts'
import { zipArchive } from '../../../support/source-records/zip-archive.ts'

const PAGE = '<!DOCTYPE html>\n<html><head><title>Be back soon</title></head></html>'
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
const gzip = gzipSync('{"a": "lines and lines and lines"}')

describe('a complete answer', () => {
  it.each<[Download['expects'], string | Buffer]>([
    ['json', '\ufeff {"a": 1}\n'],
    ['json', '[]'],
    [
      'xml',
      '<?xml version="1.0"?>\n<!-- a --><!DOCTYPE bill PUBLIC "x" "y" [<!ENTITY a "b">]>\n<?xm-well?><bill a="1">…</bill>\n<!-- end -->\n',
    ],
    ['xml', '\ufeff<a:x><b/></a:x >'],
    ['xml', '<empty/>'],
    ['xml', utf16('<?xml version="1.0" encoding="UTF-16"?>\r\n<PublicFilings><Filing/></PublicFilings>\r\n')],
    ['html', PAGE],
    ['html', '<p>a fragment'],
    ['text', 'Be it enacted'],
    ['csv', 'a,b\n1,2\n'],
    ['yaml', 'id: ocd-person/1\n'],
    ['gzip', gzip],
    ['pdf', '%PDF-1.4 …'],
    ['any', ''],
  ])('passes the check for %s: %s', async (expects, body) => {
    expect(await faultOf(expects, Buffer.from(body as string))).toBeNull()
  })

  it('passes the check for zip', async () => {
    expect(await faultOf('zip', await zipArchive({ a: 'b' }))).toBeNull()
  })
})

describe('an incomplete or wrong answer', () => {
  it.each<[Download['expects'], string | Buffer, string]>([
    ['json', '', 'is empty'],
    ['json', PAGE, 'is a web page'],
    ['json', '{"results": [{"a": 1}, {"b": 2}', 'is no JSON'],
    ['xml', PAGE, 'is a web page'],
    ['xml', `<?xml version="1.0"?>${PAGE}`, 'is a web page'],
    ['xml', '<billStatus><bill><title>a</title></bill>', 'ends before its end'],
    ['xml', '<billStatus><bill/>', 'ends before its end'],
    ['xml', 'Not found', 'is no XML'],
    ['xml', utf16('<PublicFilings><Filing>'), 'ends before its end'],
    ['html', 'Service unavailable', 'is no HTML'],
    ['text', PAGE, 'is a web page'],
    ['csv', PAGE, 'is a web page'],
    ['yaml', PAGE, 'is a web page'],
    ['gzip', gzip.subarray(0, -10), 'is a broken gzip'],
    ['gzip', PAGE, 'is a web page'],
    ['zip', PAGE, 'is a web page'],
    ['pdf', PAGE, 'is a web page'],
    ['pdf', 'nothing', 'is no PDF'],
  ])('fails the check for %s (%s): it %s', async (expects, body, words) => {
    expect(await faultOf(expects, Buffer.from(body as string))).toContain(words)
  })

  it('fails the check for zip if it ends before its directory', async () => {
    const whole = await zipArchive({ a: 'b'.repeat(1_000) })
    expect(await faultOf('zip', whole.subarray(0, -30))).toBe('ends before its end')
  })
})
