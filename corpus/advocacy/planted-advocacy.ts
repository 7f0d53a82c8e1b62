import { DAY_MS } from '../../runtime/durations.ts'
import { Random } from '../draw/random.ts'

/**
 * A generated world of organizations that lobby on bills. Who cares about a bill is drawn from hidden interests; what
 * the filings show of it is noisy: bills are not named, wrong bills are named, issue codes are wrong, similar bills are
 * missed and unlike ones are called similar. Nothing here knows how targets are ranked.
 */
export type PlantedBill = {
  readonly id: number
  readonly jurisdiction: string
  readonly session: number
  readonly chamber: 'upper' | 'lower'
  readonly introduced_on: string
  /** As the source prints them: sometimes incomplete or wrong. */
  readonly issue_codes: readonly string[]
  /** Hidden. */
  readonly policy: number
}
export type PlantedAct = {
  readonly organization_id: number
  readonly day: string
  readonly jurisdiction: string
  /** The bill that the source names; null if it only has an issue. */
  readonly bill_id: number | null
  readonly kind: 'stated_position' | 'filing_mention'
  readonly issue_code: string
  readonly stance: 'support' | 'oppose' | null
}
export type PlantedNeighbor = { readonly id: number; readonly score: number }
export type PlantedWorld = {
  readonly organizations: number
  readonly bills: readonly PlantedBill[]
  readonly acts: readonly PlantedAct[]
  /** Bills that a comparison of words would call similar, by bill. */
  readonly similar: ReadonlyMap<number, readonly PlantedNeighbor[]>
}

export type PlantedSize = {
  readonly organizations: number
  readonly policies: number
  readonly issue_codes: readonly string[]
  readonly jurisdictions: readonly string[]
  readonly first_day: string
  readonly days: number
}

/** Shares of noise. */
const NAMES_ITS_BILL = 0.55
const NAMES_A_WRONG_BILL = 0.06
const HAS_A_WRONG_ISSUE = 0.15
const BILL_LACKS_ITS_ISSUE = 0.2
const IS_A_POSITION = 0.15
const FINDS_A_SIMILAR_BILL = 0.7
const UNLIKE_BILLS_CALLED_SIMILAR = 4
const UNRELATED_ACTS = 0.4
const LOBBIES_ON_EVERYTHING = 0.04
const MOST_VERSIONS = 6
const AT_MOST_DAYS_AFTER = 400

export function plantAdvocacy(size: PlantedSize, seed: number): PlantedWorld {
  const policies = plantPolicies(size, new Random(seed, 0, 1))
  const bills = plantBills(size, policies, new Random(seed, 0, 2))
  return {
    organizations: size.organizations,
    bills,
    acts: plantActs(size, { policies, bills, seed }),
    similar: plantSimilar(bills, new Random(seed, 0, 3)),
  }
}

type Policy = { readonly issue_codes: readonly string[] }

const plantPolicies = ({ policies, issue_codes }: PlantedSize, random: Random): Policy[] =>
  Array.from({ length: policies }, () => ({
    issue_codes: Array.from({ length: 1 + random.below(2) }, () => random.pick(issue_codes)),
  }))

function plantBills(size: PlantedSize, policies: readonly Policy[], random: Random): PlantedBill[] {
  const { issue_codes, jurisdictions, days, first_day } = size
  const bills: PlantedBill[] = []
  policies.forEach(({ issue_codes: own }, policy) => {
    const first = random.below(days)
    const home = random.pick(jurisdictions)
    for (let version = 0, versions = 1 + random.below(MOST_VERSIONS); version < versions; version += 1) {
      const day = Math.min(days - 1, first + random.below(AT_MOST_DAYS_AFTER))
      const printed = random.chance(BILL_LACKS_ITS_ISSUE) ? [random.pick(issue_codes)] : own
      bills.push({
        id: bills.length + 1,
        jurisdiction: random.chance(0.4) ? home : random.pick(jurisdictions),
        session: Math.floor(day / 730),
        chamber: random.chance(0.5) ? 'upper' : 'lower',
        introduced_on: dayAfter(first_day, day),
        issue_codes: printed,
        policy,
      })
    }
  })
  return bills
}

type Planted = {
  readonly policies: readonly Policy[]
  readonly bills: readonly PlantedBill[]
  readonly seed: number
}

function plantActs(size: PlantedSize, planted: Planted): PlantedAct[] {
  const { bills, policies } = planted
  const billsOf = Map.groupBy(bills, ({ policy }) => policy)
  const policiesOf = new Map<string, number[]>()
  policies.forEach(({ issue_codes }, policy) => {
    for (const code of new Set(issue_codes)) {
      policiesOf.set(code, [...(policiesOf.get(code) ?? []), policy])
    }
  })
  return Array.from({ length: size.organizations }, (_, index) =>
    actsOf(index + 1, size, { ...planted, billsOf, policiesOf }),
  ).flat()
}

type Indexed = Planted & {
  readonly billsOf: ReadonlyMap<number, readonly PlantedBill[]>
  readonly policiesOf: ReadonlyMap<string, readonly number[]>
}

function actsOf(id: number, size: PlantedSize, { bills, billsOf, policiesOf, seed }: Indexed): PlantedAct[] {
  const { issue_codes, jurisdictions, first_day, days } = size
  const random = new Random(seed, id, 4)
  const isGeneral = random.chance(LOBBIES_ON_EVERYTHING)
  const interests = Array.from({ length: isGeneral ? 30 : 1 + random.below(3) }, () =>
    random.pick(issue_codes),
  )
  const home = random.pick(jurisdictions)
  // A few organizations are very busy, most are not.
  const effort = Math.min(20, 0.6 / Math.sqrt(random.next() + 0.001))
  const acts: PlantedAct[] = []
  for (const code of interests) {
    for (const policy of policiesOf.get(code) ?? []) {
      if (!random.chance(Math.min(0.9, (isGeneral ? 0.05 : 0.12) * effort))) continue
      for (const bill of billsOf.get(policy)!) {
        if (!random.chance(bill.jurisdiction === home ? 0.7 : 0.35)) continue
        for (let times = 1 + random.below(3); times > 0; times -= 1) {
          const day = dayAfter(bill.introduced_on, random.below(AT_MOST_DAYS_AFTER))
          acts.push(actOn(random, size, { organization_id: id, day, bill, code, bills }))
        }
      }
    }
  }
  for (let more = Math.ceil(acts.length * UNRELATED_ACTS); more > 0; more -= 1) {
    const day = dayAfter(first_day, random.below(days))
    const issue_code = random.pick(issue_codes)
    const jurisdiction = random.pick(jurisdictions)
    acts.push({
      organization_id: id,
      day,
      jurisdiction,
      bill_id: null,
      kind: 'filing_mention',
      issue_code,
      stance: null,
    })
  }
  return acts
}

function actOn(
  random: Random,
  { issue_codes }: PlantedSize,
  act: {
    readonly organization_id: number
    readonly day: string
    readonly bill: PlantedBill
    readonly code: string
    readonly bills: readonly PlantedBill[]
  },
): PlantedAct {
  const { organization_id, day, bill, code, bills } = act
  const isWrong = random.chance(NAMES_A_WRONG_BILL)
  const named = isWrong ? random.pick(bills) : bill
  const names = isWrong || random.chance(NAMES_ITS_BILL)
  const isPosition = names && random.chance(IS_A_POSITION)
  return {
    organization_id,
    day,
    jurisdiction: named.jurisdiction,
    bill_id: names ? named.id : null,
    kind: isPosition ? 'stated_position' : 'filing_mention',
    issue_code: random.chance(HAS_A_WRONG_ISSUE) ? random.pick(issue_codes) : code,
    stance: isPosition ? random.pick(['support', 'oppose'] as const) : null,
  }
}

function plantSimilar(bills: readonly PlantedBill[], random: Random): Map<number, PlantedNeighbor[]> {
  const found = new Map<number, PlantedNeighbor[]>(bills.map(({ id }) => [id, []]))
  const add = (one: PlantedBill, other: PlantedBill, score: number) => {
    if (one.id === other.id || found.get(one.id)!.some(({ id }) => id === other.id)) return
    found.get(one.id)!.push({ id: other.id, score })
    found.get(other.id)!.push({ id: one.id, score })
  }
  for (const same of Map.groupBy(bills, ({ policy }) => policy).values()) {
    for (const one of same) {
      for (const other of same) {
        if (one.id < other.id && random.chance(FINDS_A_SIMILAR_BILL))
          add(one, other, 0.35 + 0.6 * random.next())
      }
    }
  }
  for (const bill of bills) {
    for (let unlike = UNLIKE_BILLS_CALLED_SIMILAR; unlike > 0; unlike -= 1) {
      add(bill, random.pick(bills), 0.2 + 0.4 * random.next())
    }
  }
  return found
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
