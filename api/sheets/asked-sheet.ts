import { invalidParameter } from '../http/problem.ts'
import { refreshSheet, type SheetParts } from './refresh-sheet.ts'
import { readBillIds } from './sheet-items.ts'
import { findSheet } from './sheets.ts'

/**
 * The bills of the sheet that a parameter names; undefined if it names none. A walk that has begun is not changed by what
 * would be due now.
 */
export async function readAskedSheet(
  parts: SheetParts,
  accountId: number,
  id: number | undefined,
  isFirst: boolean,
): Promise<readonly number[] | undefined> {
  if (id === undefined) return undefined
  const sheet = await findSheet(parts.database, accountId, id)
  if (sheet === undefined)
    throw invalidParameter('sheet', `sheet is ${id}; the account has no such bill sheet.`)
  if (isFirst) await refreshSheet(parts, sheet)
  return readBillIds(parts.database, id)
}
