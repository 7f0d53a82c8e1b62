export const billFacets = ['jurisdiction', 'session', 'status', 'chamber', 'subject'] as const
export type BillFacet = (typeof billFacets)[number]

/** By day. Items without the day come first. */
export const billSorts = [
  'id',
  '-id',
  'updated_at',
  '-updated_at',
  'introduced_on',
  '-introduced_on',
  'latest_action_on',
  '-latest_action_on',
  'relevance',
] as const
export type BillSort = (typeof billSorts)[number]

/** Parts of a bill that can be included in its answer. */
export const detailParts = ['sponsors', 'actions', 'votes', 'versions', 'documents', 'committees'] as const
export type DetailPart = (typeof detailParts)[number]

/** Most bill numbers of a question. */
export const MAX_IDENTIFIERS = 50
