import { readFiles } from '../../file-input.ts'
import type { FileInput, Source, SourceItem } from '../../observation.ts'
import { rejectedUnreadable, rejectionOf, textOfRecord } from '../rejections.ts'
import { mapBill } from './map-bill.ts'
import { parseXml } from './xml.ts'

/** Bill status documents of GovInfo: version 3, version 1 and the layout before it. */
export const govinfoBillstatus: Source = {
  name: 'govinfo-billstatus',
  mapper_version: 1,
  read,
}

const CONGRESS = 'ocd-division/country:us'

async function* read({ paths }: FileInput): AsyncGenerator<SourceItem> {
  for await (const record of readFiles(paths)) {
    if (!/\.xml$/iu.test(record.name)) continue
    if (record.kind === 'unreadable') yield rejectedUnreadable(record, CONGRESS)
    else {
      try {
        yield { kind: 'observed', group: [mapBill(parseXml(textOfRecord(record.bytes)), record.name)] }
      } catch (error) {
        yield rejectionOf(record, error, CONGRESS)
      }
    }
  }
}
