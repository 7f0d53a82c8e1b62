import type { CommentPeriod, Regulation } from '../../schemas/event-bodies/regulation.ts'
import { regulation } from './event-bodies.ts'
import type { LogBuilder } from './log-builder.ts'

export function regulations(log: LogBuilder): void {
  for (const id of [600, 601]) {
    const rule = { id, ocd_id: `ocd-regulation/${id}` }
    const number = `2026-00${id}`
    log.add('regulation.published', rule.ocd_id, { ...rule, regulation: regulation(number) })
    log.add('regulation.comment_period_changed', rule.ocd_id, {
      ...rule,
      comment_period: { opens_on: '2026-01-05', closes_on: '2026-03-06', comment_url: null },
    })
    log.add('regulation.updated', rule.ocd_id, {
      ...rule,
      regulation: regulation(number, { title: 'Limits for fine dust' }),
    })
    log.add('regulation.comment_period_closed', rule.ocd_id, { ...rule, closed_on: '2026-03-06' })
    log.add('regulation.released', rule.ocd_id, { ...rule, released_ids: [id] })
  }
  log.add('regulation.removed', 'ocd-regulation/601', {
    id: 601,
    ocd_id: 'ocd-regulation/601',
    reason: 'printed twice',
  })
  commentsOfParts(log)
}

/** A document of a part of a department: its comments open, are extended, counted, closed and reopened; it changes hands. */
function commentsOfParts(log: LogBuilder): void {
  const rule = { id: 602, ocd_id: 'ocd-regulation/602' }
  const emit = (changes: Partial<Regulation>, type: 'regulation.published' | 'regulation.updated') =>
    log.add(type, rule.ocd_id, {
      ...rule,
      regulation: regulation('2026-00602', { ...documents, ...changes }),
    })
  const period = (closesOn: string | null, more: Partial<CommentPeriod> = {}) =>
    log.add('regulation.comment_period_changed', rule.ocd_id, {
      ...rule,
      comment_period: {
        opens_on: '2026-01-05',
        closes_on: closesOn,
        comment_url: 'http://www.regulations.gov/commenton/BIS-1',
        ...more,
      },
    })
  const agency = (name: string) => [{ name, slug: null, source_id: null, parent_source_id: null }]
  emit({ agencies: agency('Industry and Security Bureau') }, 'regulation.published')
  period('2026-03-06')
  period('2026-04-06', { accepts_late: true })
  period('2026-04-06', {
    accepts_late: true,
    comment_count: 3,
    comment_count_as_of: '2026-03-01T00:00:00.000000Z',
  })
  log.add('regulation.comment_period_closed', rule.ocd_id, { ...rule, closed_on: '2026-04-06' })
  period('2026-05-06')
  emit({ agencies: agency('BUREAU OF THE CENSUS'), effective_on: '2026-07-01' }, 'regulation.updated')
  emit({ state: 'withdrawn' }, 'regulation.updated')
  emit({ agencies: agency('Census Bureau') }, 'regulation.updated')
  log.add('regulation.released', rule.ocd_id, { ...rule, released_ids: [602] })
  period('2026-05-07', { comment_url: 'mailto:comments@agency.example' })
  period(null)
  log.add('regulation.removed', rule.ocd_id, { ...rule, reason: 'printed twice' })
  emit({}, 'regulation.published')
  period('2026-06-06', { comment_url: 'no address' })
}

const documents = {
  extras: {
    corrections: ['2026-00700'],
    dates: 'Comments are due by March 6.',
    regulations_gov: [
      { document_id: 'bis-2026-0001-0001', docket_id: 'BIS-2026-0001', comments_close_on: '2026-03-06' },
      { document_id: 'BIS-2026-0002-0001', withdrawn: true, docket_title: 'Dust', page_count: 3 },
      { docket_id: 'nameless' },
    ],
    volume: 91,
  },
}
