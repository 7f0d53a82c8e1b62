import type { PoolClient } from 'pg'
import type { ObjectStore } from '../../runtime/object-store/object-store.ts'
import {
  type AddressRole,
  type AddressRow,
  decodeAddressRow,
} from '../../schemas/address-rows/address-rows.ts'
import type { AddressObject } from '../../schemas/event-bodies/address-release.ts'
import { objectLines } from './object-lines.ts'
import {
  faceColumns,
  faceRow,
  placeColumns,
  placeRow,
  pointColumns,
  pointRow,
  type RowFault,
  rangeColumns,
  rangeRow,
  type TableRow,
} from './table-rows.ts'

/** Rows in memory at once. */
const BATCH_ROWS = 4_000

export type Rejected = Partial<Record<RowFault, number>>
export type Staged = { rows: number; readonly rejected: Rejected }

/** Temporary tables of one transaction. Postgres sorts their rows, so that a release of any size takes little memory. */
const tables: {
  readonly [R in AddressRole]: {
    columns: Readonly<Record<string, string>>
    read: (row: AddressRow[R]) => TableRow | RowFault
  }
} = {
  ranges: { columns: rangeColumns, read: rangeRow },
  points: { columns: pointColumns, read: pointRow },
  faces: { columns: faceColumns, read: faceRow },
  places: { columns: placeColumns, read: placeRow },
}

/** Reads all objects of one role into the table `staged_ranges`, `staged_faces`, … */
export async function stageRows<R extends AddressRole>(
  client: PoolClient,
  objects: ObjectStore,
  release: { readonly objects: readonly AddressObject[]; readonly role: R; readonly signal: AbortSignal },
): Promise<Staged> {
  const { role, signal } = release
  const { columns, read } = tables[role]
  const names = Object.keys(columns)
  const staged: Staged = { rows: 0, rejected: {} }
  await client.query(
    `CREATE TEMPORARY TABLE staged_${role} (${names.map((name) => `${name} ${columns[name]}`).join(', ')}) ON COMMIT DROP`,
  )
  const insert = `INSERT INTO staged_${role} SELECT * FROM unnest(${names
    .map((name, index) => `$${index + 1}::${columns[name]}[]`)
    .join(', ')})`
  let batch: unknown[][] = names.map(() => [])

  const flush = async () => {
    signal.throwIfAborted()
    if (batch[0]!.length > 0) await client.query({ name: `stage-${role}`, text: insert, values: batch })
    batch = names.map(() => [])
  }
  for (const object of release.objects.filter((one) => one.role === role)) {
    for await (const line of objectLines(objects, object)) {
      const row = decode(role, line)
      const found = row === undefined ? 'line' : read(row)
      const fault = typeof found === 'string' ? found : found.fault
      if (fault !== undefined) staged.rejected[fault] = (staged.rejected[fault] ?? 0) + 1
      if (typeof found === 'string') continue
      for (let index = 0; index < names.length; index++) batch[index]!.push(found.values[index])
      staged.rows += 1
      if (batch[0]!.length >= BATCH_ROWS) await flush()
    }
  }
  await flush()
  return staged
}

/** Undefined if the line is no row. */
function decode<R extends AddressRole>(role: R, line: string): AddressRow[R] | undefined {
  if (!line.startsWith('[')) return undefined
  try {
    return decodeAddressRow(role, line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
