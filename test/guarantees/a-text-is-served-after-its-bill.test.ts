import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { sha256Of } from '../../runtime/object-store/object-name.ts'
import type { TestApi } from '../support/api/test-api.ts'
import { createWholeService, type WholeService } from '../support/service/whole-service.ts'
import { billstatus, billstatusAction } from '../support/source-records/billstatus.ts'

const ADDRESS = 'https://www.govinfo.gov/content/pkg/BILLS-117s35is/xml/BILLS-117s35is.xml'
const xml = Buffer.from(
  '<bill><form><congress>117th CONGRESS</congress><legis-num>S. 35</legis-num></form><legis-body><section><enum>1.</enum><text>Bees are kept.</text></section></legis-body></bill>',
)
const status = billstatus(`
  <actions>${billstatusAction('0', '', 'Read twice and referred to the Committee on Finance.', '<committees><item><name>Finance Committee</name></item></committees>')}</actions>
  <textVersions><item><type>Introduced in Senate</type><date>2021-01-25T05:00:00Z</date>
    <formats><item><url>${ADDRESS}</url></item></formats></item></textVersions>`)

let service: WholeService
let api: TestApi
let scratch: string
let bill: number

async function ingest(source: string, name: string, content: string | Buffer): Promise<void> {
  const folder = join(scratch, source)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), content)
  await service.ingest(source, folder)
  await service.caughtUp()
}

/** A bill of Congress before its text is available. */
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'legislog-text-'))
  service = await createWholeService({ object_store: join(scratch, 'objects') })
  service.startRelay()
  await service.startProjections()
  await ingest('govinfo-billstatus', 'BILLSTATUS-117s35.xml', status)
  api = await service.openApi()
  bill = (await api.get('/v1/bills?jurisdiction=us')).json().data[0].id
})

describe('a text that comes after its bill', () => {
  it('is a change of the bill, served with the bytes of its document', async () => {
    const before = await api.get(`/v1/bills/${bill}/text`)
    expect([before.statusCode, before.json().code]).toEqual([404, 'text_not_available'])
    const since = (await api.get('/v1/bills?updated_since=1970-01-01')).headers['x-sync-through']

    await ingest('bill-text', 'BILLS-117s35is.xml', xml)
    const shown = (await api.get(`/v1/bills/${bill}/text`)).json()
    expect(shown).toMatchObject({
      is_current: true,
      version: { note: 'Introduced in Senate' },
      text: expect.stringContaining('Bees are kept.'),
      sha256: sha256Of(xml),
    })
    expect((await api.get(shown.object.href)).rawPayload).toEqual(xml)
    expect((await api.get(shown.text_object.href)).body).toBe(shown.text)
    const { data } = (await api.get(`/v1/bills?updated_since=${since}`)).json()
    expect(data).toMatchObject([{ id: bill, reasons: { versions: expect.any(String) } }])
  })

  it('does not change the location of the bill, and the rows match the log', async () => {
    const { data } = (await api.get(`/v1/bills/${bill}/committees`)).json()
    expect(data).toMatchObject([
      {
        name: 'Finance Committee',
        chamber: 'upper',
        is_pending: true,
        activities: [{ activity: 'referred' }],
      },
    ])
    expect((await api.get(`/v1/bills/${bill}`)).json().next_chamber).toBe('upper')
    expect(await service.verify()).toMatchObject({ is_equal: true, parked: [] })
  })
})
