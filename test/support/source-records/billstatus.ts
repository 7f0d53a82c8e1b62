import { expect } from 'vitest'
import type { ObservationOf } from '../../../ingest/source-interface/observation.ts'
import { govinfoBillstatus } from '../../../ingest/sources/govinfo-billstatus/index.ts'
import { faultsOf } from './part-schemas.ts'
import { readSourceFiles } from './read-source.ts'

/** An action as a source system reports it; `system` 0 is the Senate, 2 the House floor, 9 the Library. */
export function billstatusAction(
  system: string,
  code: string,
  text: string,
  more = '',
  day = '2021-02-12',
): string {
  return `<item><actionDate>${day}</actionDate><text>${text}</text><type>Floor</type>${code && `<actionCode>${code}</actionCode>`}
   <sourceSystem><code>${system}</code><name>x</name></sourceSystem>${more}</item>`
}

/** A bill status document of S. 35 of the 117th Congress, in the layout of version 3 or of an older one. */
export function billstatus(body: string, layout: 'type' | 'old' = 'type'): string {
  const [number, type] = layout === 'type' ? ['number', 'type'] : ['billNumber', 'billType']
  return `<?xml version="1.0" encoding="utf-8"?><billStatus><bill>
    <${number}>35</${number}><${type}>S</${type}><updateDate>2022-09-07T13:36:03Z</updateDate>
    <originChamber>Senate</originChamber><congress>117</congress><title>A &amp; B</title>${body}
  </bill></billStatus>`
}

/** The result of the source, after a check that it fits the schemas of the log. */
export async function readBillstatus(body: string, layout?: 'type' | 'old'): Promise<ObservationOf<'bill'>> {
  const run = await readSourceFiles(govinfoBillstatus, { 'BILLSTATUS-117s35.xml': billstatus(body, layout) })
  expect(run.rejections).toEqual([])
  expect(run.observations.flatMap(faultsOf)).toEqual([])
  return run.of('bill')[0]!
}
