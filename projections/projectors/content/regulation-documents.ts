type Extras = Readonly<Record<string, unknown>>

/** A document of regulations.gov that is the same as the regulation. It belongs to every docket of the regulation. */
type RegulationDocument = {
  readonly document_id: string
  readonly object_id: string | null
  readonly agency_id: string | null
  readonly docket_id: string | null
  readonly docket_title: string | null
  readonly docket_type: string | null
  readonly docket_program: string | null
  readonly docket_abstract: string | null
  readonly posted_on: string | null
  readonly comments_open_on: string | null
  readonly comments_close_on: string | null
  readonly withdrawn: boolean
  readonly reason_withdrawn: string | null
  readonly restrict_reason: string | null
}

/** The documents in a regulation's extra facts, each with its own days. */
export function documentsOf({ regulations_gov }: Extras): RegulationDocument[] {
  const listed = Array.isArray(regulations_gov) ? (regulations_gov as unknown[]) : []
  return listed.filter(isNamed).map((entry) => {
    const text = (name: string) => (typeof entry[name] === 'string' ? entry[name] : null)
    return {
      document_id: entry.document_id,
      object_id: text('object_id'),
      agency_id: text('agency_id'),
      docket_id: text('docket_id'),
      docket_title: text('docket_title'),
      docket_type: text('docket_type'),
      docket_program: text('docket_program'),
      docket_abstract: text('docket_abstract'),
      posted_on: text('posted_on'),
      comments_open_on: text('comments_open_on'),
      comments_close_on: text('comments_close_on'),
      withdrawn: entry.withdrawn === true,
      reason_withdrawn: text('reason_withdrawn'),
      restrict_reason: text('restrict_reason'),
    }
  })
}

type Named = Readonly<Record<string, unknown>> & { readonly document_id: string }
const isNamed = (entry: unknown): entry is Named =>
  typeof entry === 'object' && entry !== null && typeof (entry as Named).document_id === 'string'

/** The extra facts that no field covers. */
export function withoutDocuments(extras: Extras): Extras {
  const { regulations_gov, corrections, dates, ...others } = extras
  return others
}
