import type { FileInput, Source, SourceItem } from '../../source-interface/source.ts'
import { CONGRESS } from '../congress/congress-numbers.ts'
import { createCongressSessions } from '../congress/sessions.ts'
import { readRecords } from '../records/read-records.ts'
import { textOfRecord } from '../records/rejections.ts'
import { xmlReader } from '../records/xml.ts'
import { govinfoBillstatusFeed } from './feed.ts'
import { isReserved, mapBill } from './map-bill.ts'

/** Bill status documents of GovInfo: version 3, version 1 and the layout before it. */
export const govinfoBillstatus: Source = {
  name: 'govinfo-billstatus',
  mapper_version: 3,
  read,
  feed: govinfoBillstatusFeed,
}

const parse = xmlReader({
  lists: new Set(['item', 'summary', 'recordedVote', 'committeeReport', 'amendment']),
})

/** Texts and conversions that the scraper of unitedstates/congress keeps beside its copy of the document. */
const OTHER_XML = /(?:^|\/)(?:data|document|mods)\.xml$/iu

function read(input: FileInput): AsyncIterable<SourceItem> {
  const framesOf = createCongressSessions()
  return readRecords(input, {
    jurisdictionOf: () => CONGRESS.division_id,
    whyPassedOver: (name) =>
      !/\.xml$/iu.test(name) || OTHER_XML.test(name) ? 'no bill status document' : null,
    *map({ name, bytes, fetched_at }) {
      const document = parse(textOfRecord(bytes))
      if (isReserved(document)) {
        input.passed_over?.(name, 'a reserved number')
        return
      }
      const bill = mapBill(document, fetched_at ?? input.started_at, name)
      yield* framesOf(bill, bill.parts.core!.session)
      yield { kind: 'observed', group: [bill] }
    },
  })
}
