import type { Random } from '../draw/random.ts'
import { type NumberSampler, numbersOf } from '../draw/sampler.ts'
import type { BillHead } from '../plan/bill-head.ts'
import type { PlannedPlace } from '../plan/plan.ts'
import type { Member } from '../plan/roster.ts'
import type { Samplers } from '../profile/samplers.ts'
import { dayOf } from './bill-parts.ts'

/** A member's vote for each option, as JSON text. */
type Ballots = { readonly [option: string]: string }[]

/** Makes the roll calls of one place. */
export class RollCalls {
  readonly #samplers: Samplers
  readonly #voters: NumberSampler
  readonly #members = new Map<string, Ballots>()

  constructor(samplers: Samplers, { numbers }: PlannedPlace, roster: readonly Member[]) {
    this.#samplers = samplers
    this.#voters = numbersOf(numbers.voters)
    for (const member of roster) {
      const ballots = this.#members.get(member.chamber)
      if (ballots === undefined) this.#members.set(member.chamber, [ballotsOf(member)])
      else ballots.push(ballotsOf(member))
    }
  }

  /** `number` counts within the bill; a correction draws again. */
  jsonOf(random: Random, { session, identifier, chamber }: BillHead, number: number, at: number): string {
    const samplers = this.#samplers
    const chambers = [...this.#members.keys()]
    const acting = number % 2 === 0 ? chamber : (chambers.find((name) => name !== chamber) ?? chamber)
    const { votes, counts } = this.#ballots(random, acting)
    const classes = samplers.motion_classification(random)
    const classification = classes === '' ? '' : `"${classes.replaceAll(',', '","')}"`
    const motion = samplers.words.sentence(random, Math.max(1, samplers.motion_words(random)))
    const url = `https://legislature.example/${session.place.jurisdiction.abbreviation}/rolls/${random.below(1_000_000)}`
    return `{"jurisdiction":"${session.place.jurisdiction.division_id}","session":"${session.identifier}","chamber":"${acting}","organization":null,"identifier":"${identifier} #${number + 1}","motion_text":"${motion}","motion_classification":[${classification}],"start_date":"${dayOf(at)}","end_date":null,"result":"${samplers.result(random)}","counts":[${counts}],"votes":[${votes}],"sources":[{"url":"${url}","note":""}],"dedupe_key":null,"bill_action":null,"extras":{}}`
  }

  #ballots(random: Random, chamber: string): { votes: string; counts: string } {
    const members = this.#members.get(chamber) ?? []
    const count = Math.min(this.#voters(random), members.length)
    const yesShare = this.#samplers.yes_percent(random) / 100
    const totals = new Map<string, number>()
    let votes = ''
    for (let voter = 0; voter < count; voter++) {
      const option = random.chance(yesShare) ? 'yes' : this.#samplers.option_of_others(random)
      totals.set(option, (totals.get(option) ?? 0) + 1)
      votes += voter === 0 ? members[voter]![option]! : `,${members[voter]![option]!}`
    }
    const counts = [...totals].map(([option, value]) => `{"option":"${option}","value":${value}}`).join(',')
    return { votes, counts }
  }
}

const options = ['yes', 'no', 'absent', 'abstain', 'not voting', 'paired', 'excused', 'other']

function ballotsOf({ printed }: Member): Ballots[number] {
  return Object.fromEntries(
    options.map((option) => [
      option,
      `{"option":"${option}","option_text":null,"voter_name":"${printed}","district":null,"note":"","source_id":null}`,
    ]),
  )
}
