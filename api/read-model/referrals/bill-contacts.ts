import type { ContactReason } from '../../../schemas/vocabulary/committees.ts'
import type { ContactRow, PrintedSponsor } from './contact-rows.ts'
import type { Referral } from './referrals.ts'

type Committee = { readonly id: number; readonly ocd_id: string; readonly name: string }
type Reason = {
  readonly reason: ContactReason
  readonly role: string
  readonly committee: Committee | null
}
type WeightedReason = Reason & { readonly weight: number }
export type Contact = {
  readonly id: number
  readonly ocd_id: string
  readonly name: string
  readonly title: string | null
  readonly reasons: readonly Reason[]
  readonly contact: {
    readonly email: string | null
    readonly offices: readonly { readonly voice: string | null }[]
    readonly links: readonly { readonly url: string | null }[]
  }
  readonly updated_at: string
}

export type ContactContext = {
  readonly chamber: string | null
  readonly sponsors: readonly PrintedSponsor[]
  readonly currentCommittees: readonly Referral[]
  /** When a bill moves, its contacts may change. */
  readonly updated_at: string
}

/**
 * Each person once, with every reason: main sponsors, then the committee, its chair first, then floor
 * leaders, then all other sponsors; equals in the order of the bill, the committee and the names.
 */
export function contactsOf(rows: readonly ContactRow[], bill: ContactContext): Contact[] {
  const byPerson = new Map<number, { row: ContactRow; reasons: WeightedReason[]; updated_at: string }>()
  for (const row of rows) {
    for (const reason of reasonsOf(row, bill)) {
      const entry = byPerson.get(row.id) ?? { row, reasons: [], updated_at: bill.updated_at }
      entry.reasons.push(reason)
      for (const at of [row.updated_at, row.reason_updated_at])
        if (at > entry.updated_at) entry.updated_at = at
      byPerson.set(row.id, entry)
    }
  }
  return [...byPerson.values()]
    .map((person) => ({ ...person, reasons: person.reasons.toSorted((a, b) => a.weight - b.weight) }))
    .sort((a, b) => a.reasons[0]!.weight - b.reasons[0]!.weight || compareNames(a.row, b.row))
    .map(({ row, reasons, updated_at }) => contact(row, reasons, updated_at))
}

const COMMITTEE = 1_000
const LEADER = 2_000
const OTHER_SPONSOR = 3_000

function reasonsOf(row: ContactRow, bill: ContactContext): WeightedReason[] {
  switch (row.reason) {
    case 'sponsor':
      return bill.sponsors.flatMap((sponsor, place) =>
        sponsor.name === row.subject && (sponsor.chamber ?? bill.chamber) === row.subject_chamber
          ? [
              {
                reason: 'sponsor',
                role: sponsor.classification,
                committee: null,
                weight: (sponsor.primary ? 0 : OTHER_SPONSOR) + place,
              },
            ]
          : [],
      )
    case 'committee_member': {
      const committee = bill.currentCommittees.find(
        (one) => String(one.committee?.id) === row.subject,
      )?.committee
      if (committee == null) return []
      const { id, ocd_id, name } = committee
      const role = row.role ?? ''
      return [
        {
          reason: 'committee_member',
          role,
          committee: { id, ocd_id, name },
          weight: COMMITTEE + weightOf(role, CHAIRS),
        },
      ]
    }
    case 'floor_leader': {
      const role = row.role ?? ''
      return [{ reason: 'floor_leader', role, committee: null, weight: LEADER + weightOf(role, LEADERS) }]
    }
  }
}

/** The first pattern that fits gives the weight. */
type Weights = readonly (readonly [RegExp, number])[]
const CHAIRS: Weights = [
  [/^(?:co-?)?chair\b|^president[ea]$/i, 0],
  [/\bvice\b/i, 1],
  [/\bchair\b/i, 2],
  [/\branking\b/i, 3],
]
const LEADERS: Weights = [
  [/\bpro[ -]tem/i, 3],
  [/^(?:house |senate )?(?:speaker|president)\b/i, 0],
  [/\bmajority\b/i, 1],
  [/\bminority\b/i, 2],
]
const LEAST = 4

const weightOf = (role: string, weights: Weights): number =>
  weights.find(([pattern]) => pattern.test(role))?.[1] ?? LEAST

const compareNames = (a: ContactRow, b: ContactRow): number =>
  a.name === b.name ? a.id - b.id : a.name < b.name ? -1 : 1

type Item = {
  readonly email: string | null
  readonly image: string | null
  readonly invalid_url?: Readonly<Record<string, string>>
  readonly current_role: Role | null
}
type Role = { readonly title: string | null }

function contact(row: ContactRow, reasons: readonly WeightedReason[], updatedAt: string) {
  const { email, image, invalid_url, current_role } = JSON.parse(row.item) as Item
  const { id, ocd_id, name, party, jurisdiction, chamber, district } = row
  return {
    id,
    ocd_id,
    name,
    party,
    jurisdiction,
    chamber,
    district,
    title: current_role?.title ?? null,
    image,
    ...(invalid_url === undefined ? {} : { invalid_url }),
    reasons: reasons.map(({ reason, role, committee }) => ({ reason, role, committee })),
    contact: { email, offices: row.offices, links: row.links },
    updated_at: updatedAt,
  }
}
