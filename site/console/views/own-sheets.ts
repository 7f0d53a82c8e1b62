import type { Static } from 'typebox'
import type { BillSheet } from '../../../schemas/http/sheets/sheet.ts'
import { sees, type Viewer } from '../html/shell.ts'
import type { Ask, Page } from './view.ts'

export type Sheet = Static<typeof BillSheet>

/** The sheets that a form offers. A viewer without the scope has none. */
export async function sheetsOf(ask: Ask, viewer: Viewer): Promise<readonly Sheet[]> {
  if (!sees(viewer, 'sheets')) return []
  return (await ask.get<Page<Sheet>>('/v1/bill_sheets', { limit: '200' })).data
}
