import { foldStatus } from '../../ingest/legislature/status/status.ts'
import type { ObservationOf } from '../../ingest/source-interface/observation.ts'
import { DAY_MS } from '../../runtime/durations.ts'
import { dayOf } from '../../schemas/values/calendar-day.ts'
import { type Shares, Tally, WordTally } from '../draw/histogram.ts'
import type { CorpusProfile } from '../profile/profile.ts'
import { PlaceMeasure } from './measure-places.ts'
import {
  type Items,
  itemNumbers,
  items,
  seeItems,
  sharesOf,
  tallies,
  tallyOf,
  wordsIn,
  wordTallies,
} from './tallies.ts'

/** Lower bounds, in actions, of the groups in which status histories are counted. */
const wayGroups = [33, 17, 9, 5, 3, 2, 1, 0] as const
const KEPT_RANKS = 256

const numberNames = [
  'title_words',
  'subjects',
  'abstracts',
  'abstract_words',
  'other_titles',
  'other_identifiers',
  'citations',
  'sources',
  'letters',
  'days_since_last',
  'words',
  'related_entities',
  'sponsors',
  'related',
  'yes_percent',
  'motion_words',
  'counts',
] as const
const shareNames = [
  'classification',
  'chamber',
  'actor',
  'classes',
  'sponsor',
  'primary',
  'relation',
  'option',
  'motion',
  'result',
] as const

type Parts = ObservationOf<'bill'>['parts']

/** Measures bills and roll calls. */
export class BillMeasure {
  readonly places = new PlaceMeasure()
  readonly #firstDay = new Map<string, number[]>()
  readonly #numbers = tallies(numberNames)
  readonly #shares = wordTallies(shareNames)
  readonly #reaching = new Map<string, WordTally>()
  readonly #ways = new Map<number, WordTally>()
  readonly #titleWords = new WordTally()
  readonly #subjectNames = new WordTally()
  readonly #versions: Items = items()
  readonly #documents: Items = items()

  seeBill({ key, jurisdiction, parts }: ObservationOf<'bill'>): void {
    const { core, actions = [] } = parts
    if (core === undefined) return
    this.places.seeBill({ key, jurisdiction, session: core.session, actions: actions.length })
    this.#seeCore(core)
    this.#seeActions(core, actions, `${jurisdiction}|${core.session}`)
    this.#seeLists(parts)
  }

  seeVote({ jurisdiction, bill, parts: { vote } }: ObservationOf<'vote'>): void {
    if (vote === undefined) return
    this.places.seeVote({ bill: bill?.key ?? null, jurisdiction, voters: vote.votes.length })
    const { yes_percent, motion_words, counts } = this.#numbers
    motion_words.add(wordsIn(vote.motion_text).length)
    counts.add(vote.counts.length)
    this.#shares.motion.add([...vote.motion_classification].sort().join(','))
    this.#shares.result.add(vote.result)
    const yes = vote.votes.filter(({ option }) => option === 'yes').length
    if (vote.votes.length > 0) yes_percent.add((100 * yes) / vote.votes.length)
    for (const { option } of vote.votes) if (option !== 'yes') this.#shares.option.add(option)
  }

  result(): Pick<
    CorpusProfile,
    | 'bill'
    | 'words'
    | 'subject_times_of_rank'
    | 'action'
    | 'ways'
    | 'sponsors'
    | 'versions'
    | 'documents'
    | 'related'
    | 'vote'
  > {
    const number = (name: (typeof numberNames)[number]) => this.#numbers[name].histogram()
    const share = (name: (typeof shareNames)[number], most = 40): Shares => this.#shares[name].shares(most)
    const ranks = this.#titleWords.sorted().map(([, times]) => times)
    return {
      bill: {
        days_into_session: this.#daysIntoSession(),
        classification: share('classification', 12),
        chamber: share('chamber'),
        title_words: number('title_words'),
        subjects: number('subjects'),
        abstracts: number('abstracts'),
        abstract_words: number('abstract_words'),
        other_titles: number('other_titles'),
        other_identifiers: number('other_identifiers'),
        citations: number('citations'),
        sources: number('sources'),
      },
      words: {
        letters: number('letters'),
        times_of_rank: ranks.slice(0, KEPT_RANKS),
        times_of_others: ranks.slice(KEPT_RANKS).reduce((sum, times) => sum + times, 0),
        distinct: ranks.length,
      },
      subject_times_of_rank: this.#subjectNames
        .sorted()
        .slice(0, KEPT_RANKS)
        .map(([, times]) => times),
      action: {
        days_since_last: number('days_since_last'),
        words: number('words'),
        actor: share('actor'),
        related_entities: number('related_entities'),
        classes: share('classes', 60),
        classes_reaching: sharesOf(this.#reaching, 12),
      },
      ways: sharesOf(this.#ways, 60),
      sponsors: { count: number('sponsors'), classification: share('sponsor', 4), primary: share('primary') },
      versions: itemNumbers(this.#versions),
      documents: itemNumbers(this.#documents),
      related: { count: number('related'), relation_type: share('relation') },
      vote: {
        yes_percent: number('yes_percent'),
        option_of_others: share('option'),
        motion_words: number('motion_words'),
        motion_classification: share('motion', 12),
        result: share('result', 2),
        counts: number('counts'),
      },
    }
  }

  #seeCore(core: NonNullable<Parts['core']>): void {
    const numbers = this.#numbers
    this.#shares.classification.add([...core.classification].sort().join(','))
    this.#shares.chamber.add(core.chamber ?? '')
    const title = wordsIn(core.title)
    numbers.title_words.add(title.length)
    for (const word of title) {
      const letters = word.replaceAll(/[^a-z]/giu, '').toLowerCase()
      if (letters === '') continue
      this.#titleWords.add(letters)
      numbers.letters.add(letters.length)
    }
    numbers.subjects.add(core.subjects.length)
    for (const subject of core.subjects) this.#subjectNames.add(subject)
    numbers.abstracts.add(core.abstracts.length)
    for (const { abstract } of core.abstracts) numbers.abstract_words.add(wordsIn(abstract).length)
    numbers.other_titles.add(core.other_titles.length)
    numbers.other_identifiers.add(core.other_identifiers.length)
    numbers.citations.add(core.citations.length)
    numbers.sources.add(core.sources.length)
  }

  #seeActions(
    core: NonNullable<Parts['core']>,
    observed: NonNullable<Parts['actions']>,
    session: string,
  ): void {
    const actions = observed.map((action, index) => ({ ...action, id: String(index) }))
    const progress = foldStatus(actions, { ...core, chamber_of_origin: core.chamber })
    const moving = new Map(progress.map(({ action_id, status }) => [action_id, status]))
    const group = wayGroups.find((least) => actions.length >= least) ?? 0
    tallyOf(this.#ways, group).add(progress.map(({ status }) => status).join(','))
    let last: number | undefined
    for (const {
      id,
      date,
      chamber,
      organization,
      description,
      classification,
      related_entities,
    } of actions) {
      const time = Date.parse(`${dayOf(date)}T00:00:00Z`)
      if (last !== undefined) this.#numbers.days_since_last.add((time - last) / DAY_MS)
      else {
        const first = this.#firstDay.get(session)
        if (first === undefined) this.#firstDay.set(session, [time])
        else first.push(time)
      }
      last = time
      this.#numbers.words.add(wordsIn(description).length)
      this.#numbers.related_entities.add(related_entities.length)
      this.#shares.actor.add(
        chamber === null
          ? organization === null
            ? 'nobody'
            : 'organization'
          : chamber === core.chamber
            ? 'origin'
            : 'other',
      )
      const classes = [...classification].sort().join(',')
      const status = moving.get(id)
      if (status === undefined) this.#shares.classes.add(classes)
      else tallyOf(this.#reaching, status).add(classes)
    }
  }

  #seeLists({ sponsors = [], versions = [], documents = [], related_bills = [] }: Parts): void {
    this.#numbers.sponsors.add(sponsors.length)
    for (const { classification, primary } of sponsors) {
      this.#shares.sponsor.add(classification)
      this.#shares.primary.add(String(primary))
    }
    seeItems(this.#versions, versions)
    seeItems(this.#documents, documents)
    this.#numbers.related.add(related_bills.length)
    for (const { relation_type } of related_bills) this.#shares.relation.add(relation_type)
  }

  /** Days between the first bill of a session and each of them. */
  #daysIntoSession() {
    const days = new Tally()
    for (const times of this.#firstDay.values()) {
      times.sort((a, b) => a - b)
      // A few are dated long before the session: the first twentieth does not count as the start.
      const start = times[Math.floor(times.length / 20)]!
      for (const time of times) if (time >= start) days.add((time - start) / DAY_MS)
    }
    return days.histogram()
  }
}
