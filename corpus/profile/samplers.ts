import { type NumberSampler, numbersOf, type Sampler, wordsOf } from '../draw/sampler.ts'
import type { CorpusProfile, ItemNumbers } from './profile.ts'
import { createWords, type Words } from './words.ts'

export type ItemSamplers = {
  readonly count: NumberSampler
  readonly links: NumberSampler
  readonly note_words: NumberSampler
  readonly media_type: Sampler<string>
}

/** All distributions from which a bill, its lists and its roll calls are drawn. */
export type Samplers = ReturnType<typeof createSamplers>

export function createSamplers(corpus: CorpusProfile) {
  const { bill, action, sponsors, vote, text, revisions } = corpus
  const reaching = mapped(action.classes_reaching, wordsOf)
  const ways = mapped(corpus.ways, wordsOf)
  const groups = Object.keys(corpus.ways)
    .map(Number)
    .sort((a, b) => b - a)
  const each = (name: string) => (revisions.changes[name] ?? 0) / revisions.bills
  return {
    words: createWords(corpus) as Words,
    title_words: numbersOf(bill.title_words),
    subjects: numbersOf(bill.subjects),
    abstracts: numbersOf(bill.abstracts),
    abstract_words: numbersOf(bill.abstract_words),
    other_titles: numbersOf(bill.other_titles),
    other_identifiers: numbersOf(bill.other_identifiers),
    citations: numbersOf(bill.citations),
    sources: numbersOf(bill.sources),
    days_since_last: numbersOf(action.days_since_last),
    action_words: numbersOf(action.words),
    actor: wordsOf<'origin' | 'other' | 'organization' | 'nobody'>(action.actor),
    related_entities: numbersOf(action.related_entities),
    classes: wordsOf(action.classes),
    classesReaching: (status: string) => reaching.get(status),
    /** The status history of a bill with this number of actions. */
    wayOf: (actions: number) => ways.get(String(groups.find((least) => actions >= least) ?? 0))!,
    sponsors: numbersOf(sponsors.count),
    primary: (sponsors.primary.true ?? 0) / ((sponsors.primary.true ?? 0) + (sponsors.primary.false ?? 0)),
    versions: itemSamplers(corpus.versions),
    documents: itemSamplers(corpus.documents),
    related: numbersOf(corpus.related.count),
    relation_type: wordsOf(corpus.related.relation_type),
    yes_percent: numbersOf(vote.yes_percent),
    option_of_others: wordsOf(vote.option_of_others),
    motion_words: numbersOf(vote.motion_words),
    motion_classification: wordsOf(vote.motion_classification),
    result: wordsOf(vote.result),
    text_media_type: wordsOf(text.media_type),
    text_bytes: numbersOf(text.bytes),
    text_characters: numbersOf(text.characters),
    /** The number of repeated emissions of each part of a bill, in an observed session. */
    revisions: {
      core: each('core'),
      versions: each('versions'),
      documents: each('documents'),
      sponsors: each('sponsors'),
      action_corrected: each('action_corrected'),
      action_removed: each('action_removed'),
    },
  }
}

function itemSamplers({ count, links, note_words, media_type }: ItemNumbers): ItemSamplers {
  return {
    count: numbersOf(count),
    links: numbersOf(links),
    note_words: numbersOf(note_words),
    media_type: wordsOf(media_type),
  }
}

function mapped<V, R>(record: Readonly<Record<string, V>>, of: (value: V) => R): Map<string, R> {
  return new Map(Object.entries(record).map(([name, value]) => [name, of(value)]))
}
