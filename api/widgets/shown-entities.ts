import type { Queryable } from '../../runtime/postgres/postgres.ts'
import type { WidgetShows } from '../../schemas/http/widgets/widget.ts'
import { invalidBody } from '../input/refused-input.ts'
import { readBillBriefs } from '../read-model/bills/bill-briefs.ts'
import { readPerson } from '../read-model/people/people.ts'
import { findPublished } from '../read-model/scorecards/scorecards.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import { findSheet } from '../sheets/sheets.ts'

/** Refuses bills, sheets of the account and people that do not exist, so that a widget is not empty because of a typing error. */
export async function checkShown(
  { model, database }: { readonly model: ReadModel; readonly database: Queryable },
  accountId: number,
  shows: WidgetShows,
): Promise<void> {
  const {
    bill_ids: billIds,
    legislator_id: legislatorId,
    sheet_id: sheetId,
    scorecard_id: scorecardId,
  } = shows
  if (sheetId !== undefined && (await findSheet(database, accountId, sheetId)) === undefined)
    throw invalidBody(
      ['shows', 'sheet_id'],
      `shows.sheet_id is ${sheetId}; the account has no such bill sheet.`,
    )
  if (billIds !== undefined) {
    const known = new Set((await readBillBriefs(model, { ids: billIds })).map(({ asked_id }) => asked_id))
    const place = billIds.findIndex((id) => !known.has(id))
    if (place >= 0)
      throw invalidBody(
        ['shows', 'bill_ids', place],
        `shows.bill_ids[${place}] is ${billIds[place]}, which is no bill.`,
      )
  }
  if (scorecardId !== undefined && (await findPublished(model, { id: scorecardId })) === undefined)
    throw invalidBody(
      ['shows', 'scorecard_id'],
      `shows.scorecard_id is ${scorecardId}, which is no published scorecard.`,
    )
  if (legislatorId !== undefined) {
    const person = await readPerson(model, { id: legislatorId }, '2000-01-01')
    if (person === undefined || (person.replaced_by === null && person.owner_deleted !== false))
      throw invalidBody(
        ['shows', 'legislator_id'],
        `shows.legislator_id is ${legislatorId}, which is no legislator.`,
      )
  }
}
