import type { Queryable } from '../../runtime/postgres.ts'

/** Keys whose rows may rightly differ: what is held back, or was given up, on one side alone. */
export type HeldLanes = {
  /** `topic key`, held back in the rebuilt one and not in the live one. */
  readonly only_rebuilt: readonly string[]
  /** The other way round: rows that were held back are shown with the swap. */
  readonly only_live: readonly string[]
  /** Keys of either, and of both: they are not compared. */
  readonly keys: ReadonlySet<string>
}

/** As the live one was in the snapshot that it is compared in. */
export async function heldLanes(
  live_client: Queryable,
  live: string,
  rebuilt_client: Queryable,
  rebuilt: string,
): Promise<HeldLanes> {
  const [in_live, in_rebuilt] = [await lanesOf(live_client, live), await lanesOf(rebuilt_client, rebuilt)]
  return {
    only_rebuilt: [...in_rebuilt.keys()].filter((lane) => !in_live.has(lane)).sort(),
    only_live: [...in_live.keys()].filter((lane) => !in_rebuilt.has(lane)).sort(),
    keys: new Set([...in_live.values(), ...in_rebuilt.values()]),
  }
}

/** Lanes that are held back, and single events that were given up, by their names; each with its key. */
async function lanesOf(client: Queryable, read_schema: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ lane: string; key: string; is_lane: boolean }>(
    `SELECT topic || ' ' || key AS lane, key FROM control.parked_key WHERE read_schema = $1
     UNION
     SELECT topic || ':' || partition || ' at ' || "offset" || ' ' || key, key
     FROM control.parked_event WHERE read_schema = $1 AND dropped_at IS NOT NULL`,
    [read_schema],
  )
  return new Map(rows.map(({ lane, key }) => [lane, key]))
}
