import type { SheetColumn } from '../../schemas/http/sheets/sheet-columns.ts'

/** The heads of the columns in which pages and widgets show bills. */
export const columnLabels: { readonly [C in SheetColumn]: string } = {
  identifier: 'Bill',
  jurisdiction: 'Place',
  session: 'Session',
  title: 'Title',
  status: 'Status',
  status_date: 'Status since',
  latest_action: 'Latest action',
  introduced_on: 'Introduced',
  chamber: 'Chamber',
  classification: 'Kind',
  subjects: 'Subjects',
  sponsors: 'Sponsors',
  summary: 'Summary',
  link: 'Link',
  updated_at: 'Changed',
  position: 'Position',
  priority: 'Priority',
  note: 'Note',
  tags: 'Tags',
}
