import type { EntityId } from '../../input/parameters.ts'
import type { Bindings } from '../../read-schema/bindings.ts'

/** A person, or a name: as printed, or the whole name of a person. */
export type SponsorFilter = EntityId | { readonly name: string }

type Bind = Bindings['bind']

/**
 * Ids of the bills that a person or a name sponsors. A printed name is matched within one session and
 * chamber, so the names of all sessions are collected.
 */
export function sponsoredBy(sponsor: SponsorFilter, schema: string, bind: Bind): string {
  const matched = `
    SELECT p.bill_id FROM ${schema}.name_matches m
    JOIN ${schema}.bill_sponsors p ON p.name = m.printed_name AND NOT p.deleted
    JOIN ${schema}.bills s ON s.id = p.bill_id AND s.jurisdiction = m.jurisdiction AND s.session = m.session
      AND coalesce(p.item->>'chamber', s.chamber) IS NOT DISTINCT FROM m.chamber
    WHERE m.person_id IN (${personIds(sponsor, schema, bind)}) AND NOT m.deleted`
  if (!('name' in sponsor)) return matched
  const printed = bind([...new Set(spellingsOf(sponsor.name))])
  return `${matched} UNION
    SELECT p.bill_id FROM ${schema}.bill_sponsors p WHERE p.name = ANY (${printed}::text[]) AND NOT p.deleted`
}

/** All ids of the person, including those that were merged into it. */
function personIds(sponsor: SponsorFilter, schema: string, bind: Bind): string {
  const named = `k.${namedBy(sponsor, schema, bind)}`
  const both = (same: string) =>
    `SELECT o.id FROM ${schema}.entity k JOIN ${schema}.entity o ON ${same} = coalesce(k.replaced_by, k.id)
     WHERE ${named}`
  return `${both('o.id')} UNION ALL ${both('o.replaced_by')}`
}

function namedBy(sponsor: SponsorFilter, schema: string, bind: Bind): string {
  if ('id' in sponsor) return `id = ${bind(sponsor.id)}::bigint`
  if ('ocd_id' in sponsor) return `ocd_id = ${bind(sponsor.ocd_id)}`
  const name = bind(sponsor.name.toLowerCase())
  return `id IN (SELECT q.id FROM ${schema}.people q WHERE lower(q.name) = ${name} AND NOT q.deleted)`
}

/** Gives spellings of a name in sources: as requested, in capitals, and with only initial capitals. */
function spellingsOf(name: string): string[] {
  const capitalized = name
    .toLowerCase()
    .replace(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase())
  return [name, name.toUpperCase(), capitalized]
}
