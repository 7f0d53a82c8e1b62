import type { Static } from 'typebox'
import type { FollowBody } from '../route-schemas/follow-schemas.ts'
import type { BillBrief, BillDirectory, BillId } from '../subscriptions/bill-directory.ts'
import type { WebhookApp } from './context.ts'
import { invalidMember } from './problems.ts'

/** Bills as requests refer to them: by number, or by `ocd_id`. */
export type BillReferences = {
  /** The bill that a body names. A bill that does not exist is a problem. */
  inBody(body: Static<typeof FollowBody>): Promise<BillBrief>
  /** The number of the bill in a path. A number needs no bill: one that was removed may still be followed. */
  inPath(text: string): Promise<number>
}

export function createBillReferences(app: WebhookApp, bills: BillDirectory): BillReferences {
  async function find(which: BillId): Promise<BillBrief> {
    const bill = await bills.find(which)
    const named = 'id' in which ? which.id : which.ocd_id
    if (bill === undefined) throw app.problem(404, 'not_found', `Bill ${named} does not exist.`)
    return bill
  }

  return {
    async inBody({ bill_id, ocd_id = '' }) {
      if (bill_id !== undefined) return find({ id: bill_id })
      const which = readBillId(ocd_id)
      if (which !== undefined && 'ocd_id' in which) return find(which)
      const detail = `ocd_id is ${JSON.stringify(ocd_id)}; it must be the ocd_id of a bill, such as ocd-bill/6f1ad1ef-3c5e-5cbd-9c1b-6f0f6ac0b7d1.`
      throw invalidMember(app, ['ocd_id'], detail)
    },
    async inPath(text) {
      const which = readBillId(text)
      if (which === undefined) {
        const detail = `id is ${JSON.stringify(text)}; it must be a whole number or an ocd_id.`
        throw app.problem(400, 'invalid_id', detail)
      }
      const bill = await bills.find(which)
      if (bill !== undefined) return bill.id
      return 'id' in which ? which.id : (await find(which)).id
    },
  }
}

function readBillId(text: string): BillId | undefined {
  if (/^\d+$/.test(text)) {
    const id = Number(text)
    return id >= 1 && Number.isSafeInteger(id) ? { id } : undefined
  }
  const ocdId = text.toLowerCase()
  return /^ocd-bill\/[\w-]{1,100}$/.test(ocdId) ? { ocd_id: ocdId } : undefined
}
