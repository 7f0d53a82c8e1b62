import {
  action,
  billContext,
  billEntity,
  core,
  derivation,
  derivationEntity,
  division,
  rollCall,
  session,
  sponsor,
  statusBody,
  version,
  voteEntity,
} from './event-bodies.ts'
import { advocacy } from './golden-advocacy.ts'
import { references } from './golden-references.ts'
import { regulations } from './golden-regulations.ts'
import { LogBuilder, type Logged } from './log-builder.ts'

/** A log in which each event type happens, with the awkward orders: a vote before its bill, a return after a removal. */
export function goldenLog(): readonly Logged[] {
  const log = new LogBuilder()
  references(log)
  passedBill(log)
  voteBeforeBill(log)
  mergedBill(log)
  returnedBill(log)
  votesAlone(log)
  derivations(log)
  regulations(log)
  advocacy(log)
  return log.logged
}

function passedBill(log: LogBuilder): void {
  const bill = billEntity(100)
  const body = { ...bill, bill: billContext(bill) }
  const vote = voteEntity(101)
  log.add('bill.introduced', bill.ocd_id, { ...body, core: core('HB 100') })
  log.add('bill.action', bill.ocd_id, { ...body, action: action('a1', '2025-01-14', 'First reading') })
  log.add('bill.status_changed', bill.ocd_id, statusBody(bill, null, 'introduced'))
  log.add('bill.sponsors_changed', bill.ocd_id, {
    ...body,
    sponsors: [sponsor('s1', 'Adams'), sponsor('s2', 'Brook'), sponsor('s3', 'Cole')],
  })
  log.add('bill.versions_changed', bill.ocd_id, { ...body, versions: [version('v1', 'Introduced')] })
  log.add('bill.documents_changed', bill.ocd_id, {
    ...body,
    documents: [version('d1', 'Fiscal note'), version('d2', 'Analysis')],
  })
  log.add('bill.related_changed', bill.ocd_id, {
    ...body,
    related_bills: [{ id: 'r1', identifier: 'SB 7', session, relation_type: 'companion' }],
  })
  log.add('bill.action', bill.ocd_id, { ...body, action: action('a2', '2025-02-03', 'Third reading') })
  log.add('vote.recorded', bill.ocd_id, { ...vote, bill: billContext(bill), vote: rollCall() })
  log.add('bill.status_changed', bill.ocd_id, statusBody(bill, 'introduced', 'passed_one_chamber'))
  log.add('bill.action_corrected', bill.ocd_id, {
    ...body,
    action: action('a1', '2025-01-14', 'First reading, referred to Water'),
  })
  log.add('bill.action', bill.ocd_id, { ...body, action: action('a3', '2025-02-03', 'Entered twice') })
  log.add('bill.action_removed', bill.ocd_id, { ...body, action_id: 'a3' })
  log.add('bill.sponsors_changed', bill.ocd_id, {
    ...body,
    sponsors: [sponsor('s2', 'Brook'), sponsor('s3', 'Cole', { primary: false })],
  })
  log.add('bill.documents_changed', bill.ocd_id, { ...body, documents: [version('d2', 'Analysis')] })
  log.add('vote.corrected', bill.ocd_id, {
    ...vote,
    bill: billContext(bill),
    vote: rollCall({ counts: [{ option: 'yes', value: 3 }] }),
  })
  log.add('bill.updated', bill.ocd_id, {
    ...body,
    core: core('HB 100', { title: 'An act about rivers', subjects: ['Rivers', 'Water'] }),
  })
  log.add('bill.updated', bill.ocd_id, {
    ...body,
    core: core('HB 100', { title: 'An act about rivers', subjects: ['Rivers', 'Water'], abstracts: [] }),
  })
  log.add('bill.released', bill.ocd_id, { ...bill, released_ids: [100] })
  log.add('vote.released', bill.ocd_id, { ...vote, released_ids: [101, 100] })
}

function voteBeforeBill(log: LogBuilder): void {
  const bill = billEntity(200)
  for (const id of [201, 202]) {
    log.add('vote.recorded', bill.ocd_id, {
      ...voteEntity(id),
      bill: billContext(bill, `HB 200 as of ${id}`),
      vote: rollCall(),
    })
  }
  log.add('bill.introduced', bill.ocd_id, {
    ...bill,
    bill: billContext(bill, 'H.B. 0200'),
    core: core('H.B. 0200'),
  })
  log.add('vote.removed', bill.ocd_id, { ...voteEntity(201), bill: billContext(bill), reason: 'duplicate' })
  const stub = billEntity(210)
  log.add('vote.recorded', stub.ocd_id, { ...voteEntity(211), bill: billContext(stub), vote: rollCall() })
}

function mergedBill(log: LogBuilder): void {
  const loser = billEntity(300)
  const body = { ...loser, bill: billContext(loser) }
  log.add('bill.introduced', loser.ocd_id, { ...body, core: core('HB 300') })
  log.add('bill.action', loser.ocd_id, { ...body, action: action('m1', '2025-02-30', 'No such day') })
  log.add('bill.sponsors_changed', loser.ocd_id, { ...body, sponsors: [sponsor('m2', 'Dale')] })
  log.add('bill.merged', loser.ocd_id, { ...body, into: billEntity(100) })
  log.add('vote.recorded', loser.ocd_id, { ...voteEntity(301), bill: billContext(loser), vote: rollCall() })
}

function returnedBill(log: LogBuilder): void {
  const bill = billEntity(400)
  const body = { ...bill, bill: billContext(bill) }
  log.add('bill.introduced', bill.ocd_id, { ...body, core: core('HB 400') })
  log.add('bill.status_changed', bill.ocd_id, statusBody(bill, null, 'introduced'))
  log.add('bill.action', bill.ocd_id, { ...body, action: action('b1', '2025-01-14', 'First reading') })
  log.add('bill.versions_changed', bill.ocd_id, { ...body, versions: [version('b2', 'Introduced')] })
  log.add('bill.related_changed', bill.ocd_id, {
    ...body,
    related_bills: [{ id: 'b3', identifier: 'SB 8', session, relation_type: 'companion' }],
  })
  log.add('bill.removed', bill.ocd_id, { ...body, reason: 'withdrawn by the source' })
  log.add('bill.introduced', bill.ocd_id, { ...body, core: core('HB 400', { chamber: 'upper' }) })
  log.add('bill.action', bill.ocd_id, { ...body, action: action('b1', '2025-01-15', 'First reading') })
}

function votesAlone(log: LogBuilder): void {
  const vote = voteEntity(501)
  const none = { id: null, ocd_id: null, identifier: null, jurisdiction: division, session, subjects: null }
  log.add('vote.recorded', vote.ocd_id, { ...vote, bill: none, vote: rollCall({ counts: [], votes: [] }) })
}

function derivations(log: LogBuilder): void {
  const bill = billEntity(1600)
  const context = { bill: billContext(bill) }
  const summary = { ...derivationEntity(1601), ...context }
  const explanation = { ...derivationEntity(1602), ...context }
  log.add('derivation.recorded', bill.ocd_id, { ...summary, derivation: derivation() })
  log.add('bill.introduced', bill.ocd_id, { ...bill, ...context, core: core('HB 1600') })
  const levels = { headline: 'A fee for permits.' }
  const explained = derivation({ kind: 'explanation', content: { levels } })
  log.add('derivation.recorded', bill.ocd_id, { ...explanation, derivation: explained })
  log.add('vote.recorded', bill.ocd_id, { ...voteEntity(1603), ...context, vote: rollCall() })
  const later = derivation({ text: 'Sets a fee of $6.', text_sha256: 'b'.repeat(64), version_id: 'v2' })
  log.add('derivation.recorded', bill.ocd_id, { ...summary, derivation: later })
  log.add('bill.removed', bill.ocd_id, { ...bill, ...context, reason: 'withdrawn by the source' })
  for (const one of [summary, explanation])
    log.add('derivation.removed', bill.ocd_id, { ...one, reason: 'its bill was removed' })
  log.add('bill.introduced', bill.ocd_id, { ...bill, ...context, core: core('HB 1600') })
  log.add('derivation.recorded', bill.ocd_id, { ...summary, derivation: later })
  log.add('derivation.released', bill.ocd_id, { ...derivationEntity(1601), released_ids: [1600, 1601] })
  const stub = billEntity(1610)
  log.add('derivation.recorded', stub.ocd_id, {
    ...derivationEntity(1611),
    bill: billContext(stub),
    derivation: derivation(),
  })
}
