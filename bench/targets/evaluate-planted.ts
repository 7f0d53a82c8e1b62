import type { PlantedAct, PlantedBill, PlantedWorld } from '../../corpus/advocacy/planted-advocacy.ts'
import { ONE, thresholds } from '../../derive/similar/index/scores.ts'
import { type Act, type Activity, evidenceOf, type NearBill } from '../../derive/targets/score/evidence-of.ts'
import { rankTargets } from '../../derive/targets/score/rank-targets.ts'
import { issues } from '../../derive/targets/subjects/issue-words.ts'
import type { Judged } from './ranking-measures.ts'

/** Below it, the API calls a similar bill `related`. */
const STRONG = thresholds.words.strong / ONE

/** A question: who acts on this bill after the split? Answered by our ranking and by popularity, from what was filed before. */
export type Answered = {
  readonly ours: Judged
  readonly popularity: Judged
  /** Popularity among those that are active on the issues of the bill: what a reader could do by hand. */
  readonly of_issues: Judged
}

export type AnsweredBill = Answered & { readonly bill_id: number }

export type AnsweredQuestions = {
  /** Everybody who acts after the split. */
  readonly all: readonly AnsweredBill[]
  /** Only those that had not acted on the bill before; those that had are taken out of both lists. */
  readonly newcomers: readonly AnsweredBill[]
}

export function evaluatePlanted(world: PlantedWorld, split: string): AnsweredQuestions {
  const known = world.acts.filter(({ day }) => day < split)
  const hidden = Map.groupBy(
    world.acts.filter(({ day, bill_id }) => day >= split && bill_id !== null),
    ({ bill_id }) => bill_id!,
  )
  const popular = byCount(known)
  const popularOn = ({ issue_codes }: PlantedBill) =>
    byCount(known.filter(({ issue_code }) => issue_codes.includes(issue_code)))
  const rank = createRanking(world, known, split)
  const [all, newcomers]: [AnsweredBill[], AnsweredBill[]] = [[], []]
  for (const bill of world.bills) {
    if (bill.introduced_on >= split) continue
    const later = hidden.get(bill.id)
    if (later === undefined) continue
    const relevant = new Set(later.map(({ organization_id }) => organization_id))
    const ranked = rank(bill)
    const ofIssues = popularOn(bill)
    all.push({
      bill_id: bill.id,
      ours: { ranked, relevant },
      popularity: { ranked: popular, relevant },
      of_issues: { ranked: ofIssues, relevant },
    })
    const before = new Set(
      known.filter(({ bill_id }) => bill_id === bill.id).map(({ organization_id }) => organization_id),
    )
    const fresh = relevant.difference(before)
    if (fresh.size === 0) continue
    const without = (ids: readonly number[]): Judged => ({
      ranked: ids.filter((id) => !before.has(id)),
      relevant: fresh,
    })
    newcomers.push({
      bill_id: bill.id,
      ours: without(ranked),
      popularity: without(popular),
      of_issues: without(ofIssues),
    })
  }
  return { all, newcomers }
}

/** The organizations with most acts before the split come first, whatever the bill. */
export function byCount(acts: readonly { readonly organization_id: number }[]): number[] {
  const counts = new Map<number, number>()
  for (const { organization_id } of acts) counts.set(organization_id, (counts.get(organization_id) ?? 0) + 1)
  return [...counts].sort(([a, left], [b, right]) => right - left || a - b).map(([id]) => id)
}

function createRanking(world: PlantedWorld, known: readonly PlantedAct[], split: string) {
  const updated_at = `${split}T00:00:00.000000Z`
  const bills = new Map(world.bills.map((bill) => [bill.id, bill]))
  const actsOn = new Map<number, Act[]>()
  known.forEach(({ organization_id, bill_id, kind, day, stance }, index) => {
    if (bill_id === null) return
    const act: Act = {
      ...{ organization_id, kind, about_id: bill_id, key: `act ${index}`, day, stance, updated_at },
      ...{ quote: null, source_url: null, is_ended: false },
    }
    actsOn.set(bill_id, [...(actsOn.get(bill_id) ?? []), act])
  })
  const activity = activityOf(known, updated_at)
  const breadth = new Map(
    [...Map.groupBy(known, ({ organization_id }) => organization_id)].map(([id, own]) => [
      id,
      new Set(own.map(({ issue_code }) => issue_code)).size,
    ]),
  )
  return (bill: PlantedBill): number[] => {
    const near = nearTo(bill, { world, bills, split })
    const codes = new Set(bill.issue_codes)
    const evidence = evidenceOf({
      jurisdiction: bill.jurisdiction,
      acts: [...near.keys()].flatMap((id) => actsOn.get(id) ?? []),
      near,
      issues: [...codes].map((code) => ({ code, name: issues[code]!.name, relevance: 1, because: code })),
      by_issue: [...codes].flatMap((code) => activity.get(code) ?? []),
      agencies: [],
      by_agency: [],
    })
    return rankTargets(evidence, split, breadth).map(({ organization_id }) => organization_id)
  }
}

function nearTo(
  bill: PlantedBill,
  {
    world,
    bills,
    split,
  }: {
    readonly world: PlantedWorld
    readonly bills: ReadonlyMap<number, PlantedBill>
    readonly split: string
  },
): Map<number, NearBill> {
  const near = new Map<number, NearBill>([
    [bill.id, { basis: 'direct_mention', relevance: 1, is_topic_only: false, about: '', updated_at: '' }],
  ])
  for (const { id, score } of world.similar.get(bill.id) ?? []) {
    const other = bills.get(id)!
    if (other.introduced_on >= split) continue
    // What the API calls a companion: very similar, of the same place and session, in the other chamber.
    const isCompanion =
      score > 0.8 &&
      other.jurisdiction === bill.jurisdiction &&
      other.session === bill.session &&
      other.chamber !== bill.chamber
    near.set(
      id,
      isCompanion
        ? { basis: 'companion', relevance: 1, is_topic_only: false, about: '', updated_at: '' }
        : {
            basis: 'similar_bill',
            relevance: score,
            is_topic_only: score < STRONG,
            about: '',
            updated_at: '',
          },
    )
  }
  return near
}

function activityOf(known: readonly PlantedAct[], updated_at: string): Map<string, Activity[]> {
  const groups = new Map<string, { act: PlantedAct; activities: number; day: string }>()
  for (const act of known) {
    const { organization_id, jurisdiction, issue_code, day } = act
    const key = `${organization_id} ${jurisdiction} ${issue_code}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { act, activities: 1, day })
    else {
      group.activities += 1
      if (day > group.day) group.day = day
    }
  }
  const rows = [...groups.values()].map(
    ({ act: { organization_id, jurisdiction, issue_code }, activities, day }): Activity => ({
      ...{ organization_id, jurisdiction, topic: issue_code, activities, day, updated_at },
      ...{ quote: null, source_url: null, is_ended: false },
    }),
  )
  return Map.groupBy(rows, ({ topic }) => topic)
}
