/** What the read model knows about one organization, under all its merged names. */
export type OrganizationSources = {
  readonly organization_id: number
  /** null unless a source states it. */
  readonly type: string | null
  /** When the log recorded the last change of a source, also of one that was removed or moved to another organization. */
  readonly updated_at: string
  readonly filings: readonly SourceFiling[]
  readonly positions: readonly SourcePosition[]
  /** null unless its publisher counts bills by subject, without naming them. */
  readonly counts: SourceCounts | null
}

export type SourceFiling = {
  readonly id: number
  readonly publisher: string
  readonly jurisdiction: string
  readonly kind: string
  readonly year: number
  readonly period: string | null
  readonly posted_on: string | null
  /** The id of the registrant that remains after merges. */
  readonly registrant_id: number | null
  readonly source_url: string | null
  /** Agencies of the whole filing. */
  readonly agencies: readonly string[]
  readonly activities: readonly {
    readonly issue_code: string | null
    readonly issue: string | null
    readonly description: string | null
    readonly agencies: readonly string[]
  }[]
}

export type SourcePosition = {
  readonly id: number
  readonly jurisdiction: string
  readonly stated_on: string | null
  readonly source_url: string | null
  readonly title: string | null
  readonly subjects: readonly string[]
}

export type SourceCounts = {
  readonly jurisdiction: string
  readonly years: readonly number[]
  readonly subjects: readonly { readonly name: string; readonly bills: number }[]
  readonly source_url: string | null
}
