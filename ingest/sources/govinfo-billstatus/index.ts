import { findJurisdiction } from '../../../schemas/jurisdictions.ts'
import { readFiles } from '../../file-input.ts'
import type { FileInput, Source, SourceItem } from '../../observation.ts'
import { rejectedUnreadable, rejectionOf, textOfRecord } from '../rejections.ts'
import { mapBill } from './map-bill.ts'
import { mapCongress } from './map-congress.ts'
import { parseXml } from './xml.ts'

/** Bill status documents of GovInfo: version 3, version 1 and the layout before it. */
export const govinfoBillstatus: Source = {
  name: 'govinfo-billstatus',
  mapper_version: 1,
  read,
}

const CONGRESS = findJurisdiction('us')!

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const known = new Set<string>()
  for await (const record of readFiles(input)) {
    if (!/\.xml$/iu.test(record.name)) {
      input.passed_over?.(record.name, 'no bill status document')
      continue
    }
    if (record.kind === 'unreadable') yield rejectedUnreadable(record, CONGRESS.division_id)
    else {
      try {
        const bill = mapBill(parseXml(textOfRecord(record.bytes)), record.name)
        const { session } = bill.parts.core!
        if (!known.has(session)) {
          for (const frame of mapCongress(CONGRESS, bill, session)) yield { kind: 'observed', group: [frame] }
          known.add(session)
        }
        yield { kind: 'observed', group: [bill] }
      } catch (error) {
        yield rejectionOf(record, error, CONGRESS.division_id)
      }
    }
  }
}
