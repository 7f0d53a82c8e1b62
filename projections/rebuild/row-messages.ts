import type pg from 'pg'
import { copyIn } from '../copy-in.ts'
import { CopyMessage } from '../copy-message.ts'
import type { Table } from '../table.ts'
import { readTables } from '../tables.ts'
import type { WorkingSet } from '../working-set.ts'
import { copyStatement } from '../write-rows.ts'

/** Rows of many keys on their way into their tables: one message for each. The buffers are used again after `clear`. */
export class RowMessages {
  readonly #messages = new Map<Table, CopyMessage>(readTables.map((table) => [table, new CopyMessage(table)]))

  add(rows: WorkingSet): void {
    for (const { table, rows: changed } of rows.changes()) {
      const message = this.#messages.get(table)!
      for (const row of changed) message.add(row)
    }
  }

  get bytes(): number {
    let bytes = 0
    for (const message of this.#messages.values()) bytes += message.bytes
    return bytes
  }

  get rows(): number {
    let rows = 0
    for (const message of this.#messages.values()) rows += message.rows
    return rows
  }

  async write(client: pg.ClientBase, schema: string): Promise<void> {
    for (const [table, message] of this.#messages) {
      if (message.rows > 0) await copyIn(client, copyStatement(schema, table), message.finish())
    }
  }

  clear(): void {
    for (const message of this.#messages.values()) message.clear()
  }
}
