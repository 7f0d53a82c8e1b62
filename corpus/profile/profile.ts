import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Histogram, Shares } from '../draw/histogram.ts'

/** The measurements of the real data: numbers and words of closed lists, and no texts. */
export type CorpusProfile = {
  /** By postal code. Places without data borrow from a place with data. */
  readonly places: { readonly [abbreviation: string]: PlaceNumbers }
  readonly bill: {
    readonly days_into_session: Histogram
    readonly classification: Shares
    readonly chamber: Shares
    readonly title_words: Histogram
    readonly subjects: Histogram
    readonly abstracts: Histogram
    readonly abstract_words: Histogram
    readonly other_titles: Histogram
    readonly other_identifiers: Histogram
    readonly citations: Histogram
    readonly sources: Histogram
  }
  readonly words: {
    readonly letters: Histogram
    /** Occurrences of the words of rank 1, 2 … 256, and of all later ones. */
    readonly times_of_rank: readonly number[]
    readonly times_of_others: number
    readonly distinct: number
  }
  /** Occurrences of the 256 most common subjects, by rank. */
  readonly subject_times_of_rank: readonly number[]
  readonly action: {
    readonly days_since_last: Histogram
    readonly words: Histogram
    readonly actor: Shares
    readonly related_entities: Histogram
    /** Class sets, joined by a comma, of actions that change no status. */
    readonly classes: Shares
    /** Class sets of actions that change the status, by the new status. */
    readonly classes_reaching: { readonly [status: string]: Shares }
  }
  /** Status histories, joined by a comma, by the number of actions: 0, 1, 2, 3, 5, 9, 17, 33 and more. */
  readonly ways: { readonly [leastActions: string]: Shares }
  readonly sponsors: { readonly count: Histogram; readonly classification: Shares; readonly primary: Shares }
  readonly versions: ItemNumbers
  readonly documents: ItemNumbers
  readonly related: { readonly count: Histogram; readonly relation_type: Shares }
  readonly vote: {
    readonly yes_percent: Histogram
    readonly option_of_others: Shares
    readonly motion_words: Histogram
    readonly motion_classification: Shares
    readonly result: Shares
    readonly counts: Histogram
  }
  readonly text: { readonly media_type: Shares; readonly bytes: Histogram; readonly characters: Histogram }
  /** Changes of bills with known revisions over a session, in events per bill. */
  readonly revisions: { readonly bills: number; readonly changes: Shares }
  readonly person: {
    readonly roles: Histogram
    readonly offices: Histogram
    readonly links: Histogram
    readonly other_names: Histogram
  }
  readonly committee_members: Histogram
  readonly regulation: {
    readonly type: Shares
    readonly title_words: Histogram
    readonly abstract_words: Histogram
    readonly agencies: Histogram
    readonly topics: Histogram
    readonly comment_period: Shares
  }
}

export type PlaceNumbers = {
  readonly bills: number
  readonly sessions: number
  readonly actions: Histogram
  readonly votes: Histogram
  readonly voters: Histogram
  readonly people: number
  readonly committees: number
}

export type ItemNumbers = {
  readonly count: Histogram
  readonly links: Histogram
  readonly note_words: Histogram
  readonly media_type: Shares
}

export const profileFile = join(import.meta.dirname, 'profile.json')

export function readProfile(): CorpusProfile {
  return JSON.parse(readFileSync(profileFile, 'utf8')) as CorpusProfile
}
