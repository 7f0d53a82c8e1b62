import { DERIVE_LOCK } from '../../runtime/postgres/advisory-locks.ts'
import { tryWithAdvisoryLock } from '../../runtime/postgres/with-advisory-lock.ts'
import { nextBills, readFollowed, savePosition } from '../bills/changed-bills.ts'
import { type DeriveParts, deriveBills } from '../bills/derive-bills.ts'
import { dueBills } from '../bills/failed-results.ts'
import type { MethodModule } from '../methods/method-module.ts'

/** Bills of one transaction. If the process is killed, it compares so many again. */
const BILLS_AT_ONCE = 100

export type FillOptions = DeriveParts & {
  onBills?(count: number): void
  /** Bills whose text was compared with models and other bills. */
  onCompared?(count: number): void
}

/**
 * Derives what is missing of the live read schema's bills below its watermark, until nothing remains. Continues where
 * the last process stopped. Gives false, and does nothing, if another process derives.
 */
export async function fillBills(options: FillOptions): Promise<boolean> {
  return tryWithAdvisoryLock(options.database, DERIVE_LOCK, async () => {
    await retryFailed(options)
    let remains = true
    while (remains) remains = await fillNext(options)
  })
}

/** Gives false if no changed bill remains. */
async function fillNext(options: FillOptions): Promise<boolean> {
  const { database, module, signal, onBills } = options
  signal.throwIfAborted()
  const followed = await readFollowed(database, versionsOf(module))
  if (followed === undefined) return false
  const bills = await nextBills(database, followed, BILLS_AT_ONCE)
  const last = bills.at(-1)
  if (last === undefined) return false
  const ids = bills.map(({ id }) => id)
  await deriveBills(options, followed.read_schema, ids, (client) => savePosition(client, followed, last))
  onBills?.(ids.length)
  return bills.length === BILLS_AT_ONCE
}

async function retryFailed(options: FillOptions): Promise<void> {
  const { database, module } = options
  const followed = await readFollowed(database, versionsOf(module))
  if (followed === undefined) return
  const ids = await dueBills(database, BILLS_AT_ONCE)
  if (ids.length > 0) await deriveBills(options, followed.read_schema, ids)
}

/** Names the versions of all methods that the service derives with. */
export const versionsOf = ({ methods }: MethodModule): string =>
  (['sections', 'diff', 'changes', 'summary', 'explanation'] as const)
    .map((kind) => `${kind} ${methods[kind]?.version ?? 0}`)
    .join(' ')
