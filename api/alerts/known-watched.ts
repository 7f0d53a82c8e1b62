import { MAX_SHEET_BILLS } from '../../schemas/http/sheets/sheet.ts'
import { invalidBody } from '../input/refused-input.ts'
import { readBillBriefs } from '../read-model/bills/bill-briefs.ts'
import { readNewestIds } from '../read-model/bills/bill-list.ts'
import { filtersOf } from '../read-model/bills/bill-query.ts'
import { withPrintedSession } from '../read-model/jurisdictions/sessions.ts'
import { refreshSheet, type SheetParts } from '../sheets/refresh-sheet.ts'
import { findSheet } from '../sheets/sheets.ts'
import type { Watched } from './subscription-request.ts'
import type { Known } from './subscriptions.ts'

/** Finds the bills that a request names. Throws 400 if the account has no such sheet, or nobody knows a bill. */
export async function knownOf(parts: SheetParts, accountId: number, watched: Watched): Promise<Known> {
  switch (watched.watches) {
    case 'sheet': {
      const sheet = await findSheet(parts.database, accountId, watched.sheet_id)
      if (sheet === undefined)
        throw invalidBody(
          ['sheet_id'],
          `sheet_id is ${watched.sheet_id}; the account has no such bill sheet.`,
        )
      // Items of merged bills become items of those that remain.
      await refreshSheet(parts, sheet)
      return { watched, bill_ids: [] }
    }
    case 'bills': {
      const found = await readBillBriefs(parts.model, { ids: [...watched.bill_ids] })
      const known = new Set(found.map(({ asked_id }) => asked_id))
      const unknown = watched.bill_ids.find((id) => !known.has(id))
      if (unknown !== undefined)
        throw invalidBody(['bill_ids'], `bill_ids names ${unknown}; there is no such bill.`)
      return { watched, bill_ids: [...new Set(found.map(({ id }) => id))] }
    }
    case 'search': {
      const filters = await withPrintedSession(parts.model, filtersOf(watched.search))
      return { watched, bill_ids: await readNewestIds(parts.model, filters, MAX_SHEET_BILLS) }
    }
  }
}
