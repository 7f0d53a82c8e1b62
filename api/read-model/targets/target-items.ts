import type { WeighedReason } from '../../../derive/targets/score/evidence.ts'
import type { FoundTarget } from './find-targets.ts'
import type { OrganizationRow } from './target-organizations.ts'

const MOST_REASONS = 10
const DIGITS = 4

/** A target in the form of the API. */
export function targetItem({ organization, target, updated_at }: FoundTarget) {
  const { id, ocd_id } = organization
  return {
    id,
    ocd_id,
    updated_at,
    organization: shownOrganization(organization),
    score: rounded(target.score),
    basis: target.basis,
    reasons: target.reasons.slice(0, MOST_REASONS).map(shownReason),
    position: target.position,
  }
}

export const shownOrganization = ({
  id,
  name,
  type,
  url,
}: Pick<OrganizationRow, 'id' | 'name' | 'type' | 'url'>) => ({ id, name, type, url })

export const shownReason = ({ kind, basis, about, quote, day, source_url, weight }: WeighedReason) => ({
  kind,
  basis,
  about,
  quote,
  date: day,
  source_url,
  weight: rounded(weight),
})

export const rounded = (value: number): number => Number(value.toFixed(DIGITS))
