import { Parser } from 'htmlparser2'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSheetWorld, type SheetWorld } from '../../support/api/sheet-world.ts'
import type { BuiltBill } from '../../support/builders/event-builder.ts'

const HOSTILE = `<script>alert(1)</script><img src=x onerror=alert(2)> " onload=' javascript:alert(3)`

/** Elements and attributes by which a page could run or load something. */
function dangersIn(html: string): string[] {
  const dangers: string[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (['script', 'img', 'iframe', 'object', 'embed', 'svg', 'link', 'base'].includes(name))
        dangers.push(name)
      for (const [key, value] of Object.entries(attributes)) {
        if (/^on|^style$|^srcdoc$/i.test(key)) dangers.push(`${name} ${key}`)
        if (/^(?:href|src|action)$/i.test(key) && !/^(?:https?:\/\/|\/pages\/|#)/.test(value))
          dangers.push(`${key} ${value}`)
      }
    },
  })
  parser.end(html)
  return dangers
}

let world: SheetWorld
let bills: BuiltBill[]
let sheet: number

beforeAll(async () => {
  world = await createSheetWorld()
  bills = [
    world.story.bill({ identifier: 'HB 2', title: `Second ${HOSTILE}`, subjects: [HOSTILE] }),
    world.story.bill({ identifier: 'HB 10', title: 'Tenth' }),
    world.story.bill({ identifier: 'SB 1', title: '=HYPERLINK("https://evil.example")', chamber: 'upper' }),
  ]
  await world.project()
  sheet = (await world.post('/bill_sheets', { name: 'Hostile' })).id
  const notes = [HOSTILE, 'Secret strategy', '']
  const items = bills.map((bill, index) => ({
    bill_id: bill.id,
    note: notes[index]!,
    tags: [`tag ${HOSTILE}`.slice(0, 50)],
    position: index === 0 ? 'oppose' : 'support',
  }))
  await world.post(`/bill_sheets/${sheet}/items`, { items })
})

const open = (url: string, headers: Record<string, string> = {}) => world.api.app.inject({ url, headers })
let turns = 0
async function publish(also: object = {}): Promise<{ id: number; slug: string }> {
  turns += 1
  const slug = `page-${turns}`
  const page = await world.post('/stakeholder-pages', { sheet_id: sheet, slug, title: 'Our bills', ...also })
  await world.post(`/stakeholder-pages/${page.id}/publish`, {})
  return { id: page.id, slug }
}

describe('a published page', () => {
  it('is HTML without any script, with a policy that allows none, and shows hostile texts as texts', async () => {
    const columns = ['identifier', 'title', 'subjects', 'position', 'note', 'tags', 'link']
    const { slug } = await publish({
      columns,
      title: HOSTILE,
      introduction: `${HOSTILE}\n\nhttps://example.org/a?b=1&c=2.`,
    })
    const { headers, body, statusCode } = await open(
      `/pages/${slug}?q=${encodeURIComponent(HOSTILE)}&x=${encodeURIComponent(HOSTILE)}`,
    )
    expect(statusCode).toBe(200)
    const whole = (await open(`/pages/${slug}`)).body
    for (const html of [body, whole]) {
      expect(dangersIn(html)).toEqual([])
    }
    expect(whole).toContain('&#60;script&#62;alert(1)&#60;/script&#62;')
    expect(whole).toContain('<a href="https://example.org/a?b=1&#38;c=2" rel="nofollow noopener noreferrer">')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src 'self'; form-action 'self'/,
    )
    expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('shows no note, position, priority or tag that was not chosen, in no form', async () => {
    const { slug } = await publish({ columns: ['identifier', 'title'] })
    const answers = await Promise.all([
      ...[
        open(`/pages/${slug}`),
        open(`/pages/${slug}/bills.csv`),
        world.call('GET', `/stakeholder-pages/${slug}`),
      ],
      ...[
        open(`/pages/${slug}?q=strategy`),
        open(`/pages/${slug}?sort=position`),
        open(`/pages/${slug}?position=Oppose`),
      ],
    ])
    for (const { body } of answers) expect(body).not.toMatch(/Secret|Oppose<|tag &/)
    expect(answers[3]!.body).toContain('None of 3 bills fits')
    const order = (html: string) => [...html.matchAll(/rowheader[^>]*>([^<]*)</g)].map(([, number]) => number)
    expect(order(answers[4]!.body)).toEqual(['HB 2', 'HB 10', 'SB 1'])
    expect(order(answers[5]!.body)).toHaveLength(3)
  })

  it('is sorted, narrowed by words and values, and downloaded by its address alone', async () => {
    const { slug } = await publish({ columns: ['identifier', 'title', 'position'] })
    const numbers = async (query: string) =>
      [...(await open(`/pages/${slug}${query}`)).body.matchAll(/rowheader[^>]*>([^<]*)</g)].map(
        ([, number]) => number,
      )
    expect(await numbers('')).toEqual(['HB 2', 'HB 10', 'SB 1'])
    expect(await numbers('?sort=-identifier')).toEqual(['SB 1', 'HB 10', 'HB 2'])
    expect(await numbers('?position=Support')).toEqual(['HB 10', 'SB 1'])
    expect(await numbers('?q=tenth')).toEqual(['HB 10'])
    expect(await numbers('?sort=nonsense&position=nonsense&page=99')).toHaveLength(3)
    const csv = await open(`/pages/${slug}/bills.csv?position=Support&sort=-identifier`)
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.body).toBe(
      `Bill,Title,Position\r\nSB 1,"'=HYPERLINK(""https://evil.example"")",Support\r\nHB 10,Tenth,Support\r\n`,
    )
  })

  it('changes at once with its sheet, and is not sent again to who has it', async () => {
    const { slug } = await publish({ columns: ['identifier', 'note'] })
    const first = await open(`/pages/${slug}`)
    const tag = { 'if-none-match': String(first.headers.etag) }
    expect((await open(`/pages/${slug}`, tag)).statusCode).toBe(304)
    const { data } = await world.read(`/bill_sheets/${sheet}/items`)
    await world.call('PATCH', `/bill_sheets/${sheet}/items/${data[2].id}`, { note: 'Fresh' })
    const second = await open(`/pages/${slug}`, tag)
    expect(second.statusCode).toBe(200)
    expect(second.body).toContain('Fresh')
    const compressed = await open(`/pages/${slug}`, { 'accept-encoding': 'gzip' })
    expect(compressed.headers['content-encoding']).toBe('gzip')
  })

  it('redirects from its former name, and is nowhere after it is hidden', async () => {
    const { id, slug } = await publish()
    await world.call('PATCH', `/stakeholder-pages/${id}`, { slug: `${slug}-new` })
    const moved = await open(`/pages/${slug}?q=tenth`)
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `/pages/${slug}-new?q=tenth`])
    const read = await world.call('GET', `/stakeholder-pages/${slug}`)
    expect([read.statusCode, read.headers.location]).toEqual([301, `/v1/stakeholder-pages/${slug}-new`])
    await world.post(`/stakeholder-pages/${id}/unpublish`, {})
    for (const name of [slug, `${slug}-new`]) {
      expect((await open(`/pages/${name}`)).statusCode).toBe(404)
      expect((await open(`/pages/${name}/bills.csv`)).statusCode).toBe(404)
      expect((await world.call('GET', `/stakeholder-pages/${name}`)).statusCode).toBe(404)
    }
  })
})

describe('a preview', () => {
  it('shows a draft at a signed address for 24 hours, and to no search engine', async () => {
    const page = await world.post('/stakeholder-pages', {
      sheet_id: sheet,
      slug: 'draft-page',
      title: 'Draft',
    })
    expect((await open('/pages/draft-page')).statusCode).toBe(404)
    const { url } = await world.post(`/stakeholder-pages/${page.id}/preview`, {})
    const path = new URL(url).pathname
    const shown = await open(path)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers['x-robots-tag']).toBe('noindex')
    expect(shown.headers['cache-control']).toBe('no-store')
    expect(shown.body).toContain('<meta name="robots" content="noindex">')
    const forged = path.replace(
      /\d+\.(\d+)\./,
      (_, seconds: string) => `${page.id}.${Number(seconds) + 999}.`,
    )
    for (const other of [forged, path.slice(0, -1), '/page-previews/x'])
      expect((await open(other)).statusCode).toBe(404)
    world.passMinutes(24 * 60 + 1)
    expect((await open(path)).statusCode).toBe(404)
  })
})

describe('a logo', () => {
  it('is a new picture of the same pixels, and what is no raster picture is refused', async () => {
    const { id, slug } = await publish()
    const red = await sharp({ create: { width: 1_000, height: 100, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: '<script>alert(1)</script>' } })
      .jpeg()
      .toBuffer()
    const hidden = Buffer.concat([red, Buffer.from('<script>alert(1)</script>')])
    await world.post(`/stakeholder-pages/${id}/logo`, {
      data: hidden.toString('base64'),
      description: 'Red "Inc"',
    })
    const { body } = await open(`/pages/${slug}`)
    expect(body).toMatch(
      /<img src="\/pages\/page-\d+\/logo.png\?v=\w+" alt="Red &#34;Inc&#34;" width="320" height="32">/,
    )
    const logo = await open(`/pages/${slug}/logo.png`)
    expect(logo.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'public, no-cache' })
    const [address] = /\/pages\/[^"]+\/logo.png[^"]+/.exec(body)!
    expect((await open(address)).headers['cache-control']).toBe('public, max-age=86400, immutable')
    expect(logo.rawPayload.toString('latin1')).not.toContain('script')
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ format: 'png', width: 640, height: 64 })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const tall = await sharp({ create: { width: 16_000, height: 2_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    for (const bad of [
      Buffer.from(svg),
      Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, 'latin1'),
      Buffer.from('x'),
      tall,
    ]) {
      const answer = await world.call('POST', `/stakeholder-pages/${id}/logo`, {
        data: bad.toString('base64'),
        description: 'x',
      })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ code: 'invalid_body', errors: [{ pointer: '/data' }] })
    }
    const byAddress = await world.call('POST', `/stakeholder-pages/${id}/logo`, {
      data: 'http://169.254.169.254/logo.png',
      description: 'x',
    })
    expect(byAddress.json().detail).toBe('data is an address; send the picture itself in base64.')
    expect((await world.call('DELETE', `/stakeholder-pages/${id}/logo`)).statusCode).toBe(204)
    expect((await open(`/pages/${slug}/logo.png`)).statusCode).toBe(404)
  })
})
