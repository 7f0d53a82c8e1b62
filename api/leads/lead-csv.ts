import { stringify } from 'csv-stringify/sync'
import type { LeadRow } from './lead-row.ts'

const HEAD = [
  'id',
  'email',
  'name',
  'widget_id',
  'page',
  'source',
  'district',
  'consented_at',
  'confirmed_at',
  'consent_text',
  'answers',
] as const

/** Leads as CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function leadsCsv(leads: readonly LeadRow[]): string {
  const rows = leads.map((lead) => HEAD.map((name) => (name === 'answers' ? answersOf(lead) : lead[name])))
  return stringify([[...HEAD], ...rows], { escape_formulas: true, record_delimiter: 'windows' })
}

const answersOf = ({ questions, answers }: LeadRow): string =>
  questions.flatMap((question, place) => (answers[place] ? [`${question} ${answers[place]}`] : [])).join('\n')
