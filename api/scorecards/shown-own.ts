import { isWebLink } from '../../schemas/values/web-link.ts'
import type { Definition } from '../read-model/scorecards/definition.ts'
import type { OwnScorecard } from './own-scorecards.ts'

/** A scorecard of an account in the form of the published ones, with what only the account sees. */
export function shownOwn({
  id,
  ocd_id,
  scorecard,
  note,
  published_at,
  created_at,
  updated_at,
}: OwnScorecard) {
  const { title, organization, jurisdiction, sessions, method, printed_unit, published_on, url } = scorecard
  return {
    id,
    ocd_id,
    title,
    organization: { id: null, name: organization.name, url: linkOf(organization.url) },
    jurisdiction,
    sessions,
    method,
    printed_unit,
    published_on,
    item_count: scorecard.items.length,
    member_count: scorecard.members.length,
    url: linkOf(url),
    updated_at,
    reasons: {},
    own: { visibility: published_at === null ? 'private' : 'public', note, published_at, created_at },
  } as const
}

/** Pages of scorecards show no items; the detail does, and the members as the account wrote them. */
export function shownOwnDetail(own: OwnScorecard) {
  const { policies, items, members } = own.scorecard
  return { ...shownOwn(own), policies, items, members }
}

/** The request accepts only such links; an older row may have another. */
const linkOf = (url: string | null): string | null => (url !== null && isWebLink(url) ? url : null)

export function definitionOfOwn({ scorecard, updated_at }: OwnScorecard): Definition {
  const { jurisdiction, sessions, method, policies, items, members } = scorecard
  return { jurisdiction, sessions, method, policies, items, members, updated_at }
}
