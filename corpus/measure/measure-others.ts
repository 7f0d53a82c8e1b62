import type { BillParts, ObservationOf } from '../../ingest/source-interface/observation.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { findJurisdiction } from '../../schemas/vocabulary/jurisdictions.ts'
import { Tally, WordTally } from '../draw/histogram.ts'
import type { CorpusProfile } from '../profile/profile.ts'
import { wordsIn } from './tallies.ts'

/** Measures legislators, committees, rules and stored texts. */
export class OtherMeasure {
  readonly people = new WordTally()
  readonly committees = new WordTally()
  readonly #person = {
    roles: new Tally(),
    offices: new Tally(),
    links: new Tally(),
    other_names: new Tally(),
  }
  readonly #members = new Tally()
  readonly #regulation = {
    type: new WordTally(),
    title_words: new Tally(),
    abstract_words: new Tally(),
    agencies: new Tally(),
    topics: new Tally(),
    comment_period: new WordTally(),
  }
  readonly #text = { media_type: new WordTally(), bytes: new Tally(), characters: new Tally() }

  seePerson({ jurisdiction, parts: { person } }: ObservationOf<'person'>): void {
    if (person === undefined) return
    this.people.add(findJurisdiction(jurisdiction)?.abbreviation ?? '')
    this.#person.roles.add(person.roles.length)
    this.#person.offices.add(person.offices.length)
    this.#person.links.add(person.links.length)
    this.#person.other_names.add(person.other_names.length)
  }

  seeCommittee({ jurisdiction, parts: { committee } }: ObservationOf<'committee'>): void {
    if (committee === undefined) return
    this.committees.add(findJurisdiction(jurisdiction)?.abbreviation ?? '')
    this.#members.add(committee.memberships.length)
  }

  seeRegulation({ parts: { regulation, comment_period } }: ObservationOf<'regulation'>): void {
    if (regulation === undefined) return
    const { type, title_words, abstract_words, agencies, topics } = this.#regulation
    type.add(regulation.type)
    title_words.add(wordsIn(regulation.title).length)
    abstract_words.add(wordsIn(regulation.abstract ?? '').length)
    agencies.add(regulation.agencies.length)
    topics.add(regulation.topics.length)
    this.#regulation.comment_period.add(comment_period?.closes_on == null ? 'none' : 'closes')
  }

  seeTexts(texts: BillParts['texts']): void {
    for (const { text } of texts) {
      this.#text.media_type.add(text.media_type)
      this.#text.bytes.add(text.bytes)
      if (text.extracted !== undefined) this.#text.characters.add(text.extracted.characters)
    }
  }

  result(): Pick<CorpusProfile, 'person' | 'committee_members' | 'regulation' | 'text'> {
    const { roles, offices, links, other_names } = this.#person
    const { type, title_words, abstract_words, agencies, topics, comment_period } = this.#regulation
    return {
      person: {
        roles: roles.histogram(),
        offices: offices.histogram(),
        links: links.histogram(),
        other_names: other_names.histogram(),
      },
      committee_members: this.#members.histogram(),
      regulation: {
        type: type.shares(6),
        title_words: title_words.histogram(),
        abstract_words: abstract_words.histogram(),
        agencies: agencies.histogram(),
        topics: topics.histogram(),
        comment_period: comment_period.shares(2),
      },
      text: {
        media_type: this.#text.media_type.shares(6),
        bytes: this.#text.bytes.histogram(),
        characters: this.#text.characters.histogram(),
      },
    }
  }
}

/** Counts the changes from one revision of a bill to the next. */
export class RevisionMeasure {
  readonly #last = new Map<string, Partial<BillParts>>()
  readonly #changes = new WordTally()

  see({ key, parts }: ObservationOf<'bill'>): void {
    const before = this.#last.get(key)
    this.#last.set(key, parts)
    if (before === undefined) return
    for (const name of ['core', 'sponsors', 'versions', 'documents', 'related_bills'] as const) {
      if (canonicalJson(before[name]) !== canonicalJson(parts[name])) this.#changes.add(name)
    }
    const had = new Set(before.actions?.map(placeOf))
    const has = new Set(parts.actions?.map(placeOf))
    const gone = [...had].filter((action) => !has.has(action)).length
    const more = has.size - had.size
    const corrected = more >= 0 ? gone : Math.max(0, gone + more)
    if (corrected > 0) this.#changes.add('action_corrected', corrected)
    if (gone > corrected) this.#changes.add('action_removed', gone - corrected)
  }

  result(): CorpusProfile['revisions'] {
    return { bills: this.#last.size, changes: this.#changes.shares(10) }
  }
}

const placeOf = (action: BillParts['actions'][number]): string => canonicalJson(action)
