import type { ObservedType, PartsOf } from '../source-interface/observation.ts'

/**
 * Decides which of two sources is preferred for each part and field; the last writer never wins by being last. This
 * is the whole table, and docs/identity.md shows it. Sources that no row names come last, by name.
 */
export type FieldRule = {
  /** The order of this field if it differs from the part's order. */
  readonly order?: readonly string[]
  /**
   * `first`: the value of the first source that has one; null, an empty text and an empty list do not count as values.
   * `union`: the values of all sources, equal items once. `keys`: for each key, the value of the first source that has
   * it.
   */
  readonly rule?: 'first' | 'union' | 'keys'
}
export type PartRule = {
  readonly order: readonly string[]
  /** Fields that differ from `first` in the part's order. */
  readonly fields?: Readonly<Record<string, FieldRule>>
  /** The whole part comes from one source, including its nulls. */
  readonly whole?: true
}

const union: FieldRule = { rule: 'union' }
const keys: FieldRule = { rule: 'keys' }

/**
 * The publisher's own feed comes first, then what is derived from it, then scraped pages, then what others derive
 * from those.
 */
const of_bills = [
  'govinfo-billstatus',
  'unitedstates-congress',
  'openstates-scraper',
  'openstates-bulk',
  'legiscan',
]
const of_votes = [
  'congress-votes',
  'openstates-scraper',
  'openstates-bulk',
  'unitedstates-congress',
  'legiscan',
]
const of_people = ['openstates-people', 'congress-legislators', 'openstates-scraper', 'legiscan']
const of_places = [
  'openstates-scraper',
  'openstates-bulk',
  'openstates-people',
  'govinfo-billstatus',
  'legiscan',
]
const of_advocates = ['lda', 'ma-lobbying', 'administration-policy', 'positions']
const of_dockets = ['regulations-gov', 'federal-register']

export const precedence: { readonly [T in ObservedType]: { readonly [P in keyof PartsOf[T]]-?: PartRule } } =
  {
    bill: {
      core: {
        order: of_bills,
        // Subjects, abstracts, other titles and citations are supplied by the next source if the first has none.
        fields: { sources: union, other_identifiers: union, extras: keys },
      },
      // A list comes whole from the first source whose list has an item.
      actions: { order: of_bills },
      sponsors: { order: of_bills },
      versions: { order: of_bills },
      documents: { order: of_bills },
      related_bills: { order: of_bills },
      // Keyed by link: a text belongs to a version or document while that lists its address.
      texts: { order: ['bill-text'] },
    },
    vote: { vote: { order: of_votes, fields: { sources: union, extras: keys } } },
    // merge-regulation.ts merges these, because a rule by order is not enough for dockets.
    regulation: {
      regulation: {
        order: ['federal-register', 'regulations-gov'],
        fields: {
          docket_ids: { order: of_dockets, rule: 'union' },
          rins: union,
          // The Federal Register prints once; the docket shows a withdrawal.
          state: { order: of_dockets },
          extras: keys,
        },
      },
      // Extensions are entered in the docket; the document keeps its printed day.
      comment_period: { order: of_dockets },
      comment_count: { order: of_dockets },
    },
    jurisdiction: { jurisdiction: { order: of_places } },
    session: {
      session: { order: of_places },
      closed: { order: ['operator', ...of_places, 'policy'], whole: true },
    },
    person: {
      person: {
        order: of_people,
        fields: { other_identifiers: union, sources: union, other_names: union, links: union, extras: keys },
      },
    },
    committee: { committee: { order: of_people, fields: { sources: union, other_names: union } } },
    organization: { organization: { order: of_places, fields: { sources: union } } },
    division: { division: { order: ['ocd-divisions'] } },
    boundary: { boundary: { order: ['boundaries', 'tiger'], whole: true } },
    address_release: { address_release: { order: ['tiger', 'openaddresses', 'operator'], whole: true } },
    model_text: { model_text: { order: ['model-legislation'], whole: true } },
    scorecard: { scorecard: { order: ['scorecards', 'accounts'], whole: true } },
    advocacy_organization: {
      advocacy_organization: {
        order: of_advocates,
        fields: { roles: union, identifiers: union, other_names: union, sources: union },
      },
    },
    lobbying_filing: { filing: { order: of_advocates, whole: true } },
    advocacy_position: { position: { order: of_advocates, whole: true } },
  }

/** The content of one record of a source about an entity. */
export type SourceParts<T extends ObservedType> = {
  readonly source: string
  readonly record_key: string
  /** Compared before the key (record-order.ts). */
  readonly record_rank: number
  readonly parts: Partial<PartsOf[T]>
}

export function inOrder<S extends { readonly source: string }>(
  reported: readonly S[],
  order: readonly string[],
): S[] {
  const placeOf = (source: string) => {
    const place = order.indexOf(source)
    return place === -1 ? order.length : place
  }
  return reported.toSorted(
    (a, b) =>
      placeOf(a.source) - placeOf(b.source) || (a.source < b.source ? -1 : a.source > b.source ? 1 : 0),
  )
}
