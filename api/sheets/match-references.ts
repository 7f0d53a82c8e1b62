import type { BillBrief } from '../read-model/bills/bill-briefs.ts'
import { readingsOf } from '../read-model/bills/number-readings.ts'
import type { ReadModel } from '../read-schema/live-schema.ts'
import type { Reference } from './reference-line.ts'
import { isMeant, type NamedSession } from './session-names.ts'

/** A bill that a line may mean. */
export type Candidate = Omit<BillBrief, 'asked_id'>

export type Match =
  | { readonly kind: 'found'; readonly bill: Candidate }
  | { readonly kind: 'ambiguous' | 'not_found'; readonly suggestions: readonly Candidate[] }

type Found = Candidate & {
  readonly place: number
  readonly entered_on: string | null
  readonly session_facts: NamedSession | null
}

/** Bills of one number, the newest first. A number of every state and many sessions has more, and is ambiguous in any case. */
const MAX_CANDIDATES = 100
const MAX_SUGGESTIONS = 5

/**
 * Finds the bill that each reference means, in the order of the references. `take_newest`: of several bills of one place, the
 * one of the newest session is meant.
 */
export async function matchReferences(
  model: ReadModel,
  references: readonly Reference[],
  { take_newest }: { readonly take_newest: boolean },
): Promise<Match[]> {
  if (references.length === 0) return []
  const candidates = await readCandidates(model, references)
  return references.map((reference, index) => matchOf(reference, candidates.get(index) ?? [], take_newest))
}

function matchOf(reference: Reference, candidates: readonly Found[], takeNewest: boolean): Match {
  const { jurisdiction, session } = reference
  const here = candidates.filter((bill) => jurisdiction === undefined || bill.jurisdiction === jurisdiction)
  const meant = here.filter((bill) => session === undefined || isMeant(session, sessionOf(bill)))
  const places = new Set(meant.map((bill) => bill.jurisdiction))
  const [first] = meant
  if (first === undefined) return { kind: 'not_found', suggestions: suggested([...here, ...candidates]) }
  const isNewest = takeNewest && session === undefined && places.size === 1
  if (meant.length === 1 || isNewest) return { kind: 'found', bill: briefOf(first) }
  return { kind: 'ambiguous', suggestions: suggested(meant) }
}

const sessionOf = ({ session, session_facts }: Found): NamedSession =>
  session_facts ?? { identifier: session }

const briefOf = ({ id, ocd_id, jurisdiction, session, identifier, title }: Found): Candidate => ({
  id,
  ocd_id,
  jurisdiction,
  session,
  identifier,
  title,
})

const suggested = (bills: readonly Found[]): Candidate[] =>
  [...new Map(bills.map((bill) => [bill.id, bill])).values()].slice(0, MAX_SUGGESTIONS).map(briefOf)

/** Reads the bills with each number, in its place first if it names one, the newest first. */
async function readCandidates(
  model: ReadModel,
  references: readonly Reference[],
): Promise<ReadonlyMap<number, Found[]>> {
  const wanted = references.flatMap(({ number, jurisdiction }, place) =>
    readingsOf(number).flatMap(({ key, jurisdictions }) =>
      (jurisdictions ?? [null]).map((limited_to) => ({ place, key, limited_to, own: jurisdiction ?? null })),
    ),
  )
  const { rows } = await model.read<Found>(
    (schema, bind) => `
      SELECT b.id, b.ocd_id, b.jurisdiction, b.session, b.identifier, b.title, b.entered_on, w.place,
        (SELECT json_build_object('identifier', s.identifier, 'name', s.item->>'name', 'start_date', s.start_date,
           'end_date', s.end_date) FROM ${schema}.sessions s
         WHERE s.jurisdiction = b.jurisdiction AND s.identifier = b.session AND NOT s.deleted LIMIT 1) AS session_facts
      FROM json_to_recordset(${bind(JSON.stringify(wanted))}) AS w (place integer, key text, limited_to text, own text)
      CROSS JOIN LATERAL (
        SELECT c.* FROM ${schema}.bills c
        WHERE c.identifier_key = w.key AND (w.limited_to IS NULL OR c.jurisdiction = w.limited_to) AND c.present AND NOT c.deleted
        ORDER BY (c.jurisdiction = w.own) DESC NULLS LAST, c.entered_on DESC NULLS LAST, c.id DESC
        LIMIT ${MAX_CANDIDATES}
      ) b
      ORDER BY w.place, (b.jurisdiction = w.own) DESC NULLS LAST, b.entered_on DESC NULLS LAST, b.id DESC`,
    { custom_plan: true },
  )
  const byPlace = new Map<number, Found[]>()
  for (const row of rows) {
    const found = byPlace.get(row.place) ?? []
    if (!found.some(({ id }) => id === row.id)) found.push(row)
    byPlace.set(row.place, found)
  }
  return byPlace
}
