import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'

/** Deliveries that waited for their next attempt are due, and everything that ends after a day is still valid. */
const AGE = "interval '1 hour'"

/** Copies of a time of the log, from which the keys of deliveries are made. */
const timesOfTheLog = ['webhook.event.recorded_at']

/**
 * Moves the times that services compare with the present, all by one offset, so that the dump was made an hour ago on any
 * date. In an old dump, the former secret and the rotated token have ended, the earlier read schema and tombstones are
 * deleted, and a paused endpoint is disabled. Times that are copies of the log do not move.
 */
export async function moveTimes(database: Database, made_at: string): Promise<void> {
  await inTransaction(database, async (client) => {
    const { rows: offsets } = await client.query<{ by: string }>(
      `SELECT (clock_timestamp() - ${AGE} - $1::timestamptz)::text AS by`,
      [made_at],
    )
    const by = `interval '${offsets[0]!.by}'`
    const { rows } = await client.query<{ table: string; columns: string[] }>(
      `SELECT format('%I.%I', table_schema, table_name) AS table, array_agg(quote_ident(column_name)) AS columns
       FROM information_schema.columns
       WHERE data_type = 'timestamp with time zone'
         AND (table_schema IN ('account', 'webhook')
           OR (table_schema, table_name, column_name) = ('control', 'read_schema', 'keep_until'))
         AND NOT concat_ws('.', table_schema, table_name, column_name) = ANY($1)
       GROUP BY 1 ORDER BY 1`,
      [timesOfTheLog],
    )
    for (const { table, columns } of rows) {
      const moves = columns.map((column) => `${column} = ${column} + ${by}`)
      await client.query(`UPDATE ${table} SET ${moves.join(', ')}`)
    }
    // The only times that a service compares with the present and that are in JSON.
    const moved = (member: string) =>
      `to_char(((secret ->> '${member}')::timestamptz + ${by}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    await client.query(
      `UPDATE webhook.endpoint SET secrets = (
         SELECT json_agg(json_build_object('sealed', secret ->> 'sealed', 'created_at', ${moved('created_at')},
           'expires_at', ${moved('expires_at')}) ORDER BY place)
         FROM json_array_elements(secrets) WITH ORDINALITY AS one (secret, place)
       )`,
    )
  })
}
