import type pg from 'pg'
import type { TableRows } from '../../fold/working-set.ts'
import type { Table } from '../../read-model/table.ts'
import { copyIn } from '../../rows/copy-in.ts'
import { CopyMessage } from '../../rows/copy-message.ts'
import { copyStatement } from '../../rows/write-rows.ts'
import { readTables } from '../../tables/read-tables.ts'

/** Rows of many keys, with one COPY message per table. The buffers are reused after `clear`. */
export class RowMessages {
  readonly #messages = new Map<Table, CopyMessage>(readTables.map((table) => [table, new CopyMessage(table)]))

  /** Adds all rows of a key, or throws and adds none. */
  add(changes: readonly TableRows[]): void {
    const before = changes.map(({ table }) => {
      const { rows: message, bytes } = this.#messages.get(table)!
      return { rows: message, bytes }
    })
    try {
      for (const { table, rows: changed } of changes) {
        const message = this.#messages.get(table)!
        for (const row of changed) message.add(row)
      }
    } catch (error) {
      for (const [index, { table }] of changes.entries()) this.#messages.get(table)!.cutTo(before[index]!)
      throw error
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
