import type { ObservationOf } from '../../ingest/observation.ts'
import { foldStatus } from '../../ingest/status/status.ts'
import { dayOf } from '../../schemas/calendar-day.ts'
import { findJurisdiction } from '../../schemas/jurisdictions.ts'
import type { Corpus, ItemNumbers, PlaceNumbers } from './corpus.ts'
import { type Shares, Tally, WordTally } from './histogram.ts'

const DAY_MS = 86_400_000
/** Least numbers of actions of the groups in which ways are counted. */
export const wayGroups = [33, 17, 9, 5, 3, 2, 1, 0] as const
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
type Place = { bills: number; sessions: Set<string>; actions: Tally; votes: Tally; voters: Tally }
type Items = { count: Tally; links: Tally; note_words: Tally; media_type: WordTally }

/** Counts what bills and roll calls are like. */
export class BillMeasure {
  readonly #places = new Map<string, Place>()
  readonly #votesOf = new Map<string, number>()
  readonly #placeOf = new Map<string, string>()
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
    const place = this.#place(jurisdiction)
    place.bills += 1
    place.sessions.add(core.session)
    place.actions.add(actions.length)
    this.#votesOf.set(key, this.#votesOf.get(key) ?? 0)
    this.#placeOf.set(key, jurisdiction)
    this.#seeCore(core)
    this.#seeActions(core, actions, `${jurisdiction}|${core.session}`)
    this.#seeLists(parts)
  }

  seeVote({ jurisdiction, bill, parts: { vote } }: ObservationOf<'vote'>): void {
    if (vote === undefined) return
    if (bill !== null) this.#votesOf.set(bill.key, (this.#votesOf.get(bill.key) ?? 0) + 1)
    const { yes_percent, motion_words, counts } = this.#numbers
    this.#place(jurisdiction).voters.add(vote.votes.length)
    motion_words.add(wordsIn(vote.motion_text).length)
    counts.add(vote.counts.length)
    this.#shares.motion.add([...vote.motion_classification].sort().join(','))
    this.#shares.result.add(vote.result)
    const yes = vote.votes.filter(({ option }) => option === 'yes').length
    if (vote.votes.length > 0) yes_percent.add((100 * yes) / vote.votes.length)
    for (const { option } of vote.votes) if (option !== 'yes') this.#shares.option.add(option)
  }

  result(): Pick<
    Corpus,
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

  places(): Map<string, Omit<PlaceNumbers, 'people' | 'committees'>> {
    for (const [key, votes] of this.#votesOf) {
      const jurisdiction = this.#placeOf.get(key)
      if (jurisdiction !== undefined) this.#place(jurisdiction).votes.add(votes)
    }
    return new Map(
      [...this.#places].map(([division_id, { bills, sessions, actions, votes, voters }]) => [
        findJurisdiction(division_id)!.abbreviation,
        {
          bills,
          sessions: sessions.size,
          actions: actions.histogram(),
          votes: votes.histogram(),
          voters: voters.histogram(),
        },
      ]),
    )
  }

  #place(jurisdiction: string): Place {
    const held = this.#places.get(jurisdiction)
    if (held !== undefined) return held
    const made = {
      bills: 0,
      sessions: new Set<string>(),
      actions: new Tally(),
      votes: new Tally(),
      voters: new Tally(),
    }
    this.#places.set(jurisdiction, made)
    return made
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

  #seeActions(core: NonNullable<Parts['core']>, told: NonNullable<Parts['actions']>, session: string): void {
    const actions = told.map((action, index) => ({ ...action, id: String(index) }))
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
      // A few are dated long before: what a twentieth is before does not count as the start.
      const start = times[Math.floor(times.length / 20)]!
      for (const time of times) if (time >= start) days.add((time - start) / DAY_MS)
    }
    return days.histogram()
  }
}

export function wordsIn(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '')
}

function tallies<N extends string>(names: readonly N[]): Record<N, Tally> {
  return Object.fromEntries(names.map((name) => [name, new Tally()])) as Record<N, Tally>
}

function wordTallies<N extends string>(names: readonly N[]): Record<N, WordTally> {
  return Object.fromEntries(names.map((name) => [name, new WordTally()])) as Record<N, WordTally>
}

function tallyOf<K>(map: Map<K, WordTally>, key: K): WordTally {
  const held = map.get(key) ?? new WordTally()
  map.set(key, held)
  return held
}

function sharesOf(map: ReadonlyMap<string | number, WordTally>, most: number): Record<string, Shares> {
  return Object.fromEntries([...map].map(([name, tally]) => [name, tally.shares(most)]))
}

function items(): Items {
  return { count: new Tally(), links: new Tally(), note_words: new Tally(), media_type: new WordTally() }
}

function seeItems(into: Items, list: NonNullable<Parts['versions']>): void {
  into.count.add(list.length)
  for (const { note, links } of list) {
    into.links.add(links.length)
    into.note_words.add(wordsIn(note).length)
    for (const { media_type } of links) into.media_type.add(media_type)
  }
}

function itemNumbers({ count, links, note_words, media_type }: Items): ItemNumbers {
  return {
    count: count.histogram(),
    links: links.histogram(),
    note_words: note_words.histogram(),
    media_type: media_type.shares(6),
  }
}
