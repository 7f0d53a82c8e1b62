import type { ReadModel } from '../../read-schema/live-schema.ts'

export type Person = {
  readonly id: number
  readonly ocd_id: string
  readonly name: string
  readonly party: string | null
  readonly chamber: string | null
  readonly district: string | null
}
/** Finds the person for a printed name in a chamber; undefined if none or several match. */
export type PersonLookup = (printedName: string, chamber: string | null) => Person | undefined

type MatchRow = Person & { readonly printed_name: string; readonly printed_chamber: string | null }

/**
 * The matches of printed names of one session. They are facts of their own, joined when read, so that people
 * who are loaded later still match. A merged person is replaced by the remaining one.
 */
export async function readPersonLookup(
  model: ReadModel,
  where: { jurisdiction: string; session: string },
  printedNames: Iterable<string>,
): Promise<PersonLookup> {
  const names = [...new Set(printedNames)]
  if (names.length === 0) return () => undefined
  const { rows } = await model.read<MatchRow>(
    (schema, bind) => `
      SELECT p.id, p.ocd_id, p.name, p.party, p.chamber, p.district, m.printed_name, m.chamber AS printed_chamber
      FROM ${schema}.name_matches m
      JOIN ${schema}.entity e ON e.id = m.person_id
      JOIN ${schema}.people p ON p.id = coalesce(e.replaced_by, e.id) AND NOT p.deleted
      WHERE m.jurisdiction = ${bind(where.jurisdiction)} AND m.session = ${bind(where.session)}
        AND m.printed_name = ANY(${bind(names)}::text[]) AND NOT m.deleted`,
  )
  return createPersonLookup(rows)
}

/** A name is matched within its chamber, so a match in one chamber does not apply to the other. */
export function createPersonLookup(rows: readonly MatchRow[]): PersonLookup {
  const byName = Map.groupBy(rows, (row) => row.printed_name)
  return (printedName, chamber) => {
    const match = byName.get(printedName)?.find((row) => row.printed_chamber === chamber)
    return match === undefined ? undefined : person(match)
  }
}

const person = ({ id, ocd_id, name, party, chamber, district }: MatchRow): Person => ({
  id,
  ocd_id,
  name,
  party,
  chamber,
  district,
})
