import { readFiles } from '../../files/file-input.ts'
import type { FileInput, Source, SourceItem } from '../../observation.ts'
import { createCongressFrames } from '../congress-frame.ts'
import { CONGRESS } from '../congress-numbers.ts'
import { brokenArchive, rejectedUnreadable, rejectionOf, textOfRecord } from '../rejections.ts'
import { xmlReader } from '../xml.ts'
import { govinfoBillstatusFeed } from './feed.ts'
import { isReserved, mapBill } from './map-bill.ts'

/** Bill status documents of GovInfo: version 3, version 1 and the layout before it. */
export const govinfoBillstatus: Source = {
  name: 'govinfo-billstatus',
  mapper_version: 2,
  read,
  feed: govinfoBillstatusFeed,
}

const parse = xmlReader({
  lists: new Set(['item', 'summary', 'recordedVote', 'committeeReport', 'amendment']),
})

/** Texts and conversions that the scraper of unitedstates/congress keeps beside its copy of the document. */
const OTHER_XML = /(?:^|\/)(?:data|document|mods)\.xml$/iu

async function* read(input: FileInput): AsyncGenerator<SourceItem> {
  const framesOf = createCongressFrames()
  for await (const record of readFiles(input)) {
    const broken = brokenArchive(record, CONGRESS.division_id)
    if (broken !== null) {
      yield broken
      continue
    }
    if (!/\.xml$/iu.test(record.name) || OTHER_XML.test(record.name)) {
      input.passed_over?.(record.name, 'no bill status document')
      continue
    }
    if (record.kind === 'unreadable') yield rejectedUnreadable(record, CONGRESS.division_id)
    else {
      try {
        const document = parse(textOfRecord(record.bytes))
        if (isReserved(document)) input.passed_over?.(record.name, 'a reserved number')
        else {
          const bill = mapBill(document, record.name)
          yield* framesOf(bill, bill.parts.core!.session)
          yield { kind: 'observed', group: [bill] }
        }
      } catch (error) {
        yield rejectionOf(record, error, CONGRESS.division_id)
      }
    }
  }
}
