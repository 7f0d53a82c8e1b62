import { tokensOf } from '../../runtime/words/tokens.ts'
import { billNumbers } from './bill-numbers.ts'
import { chambers } from './chambers.ts'
import { days, years } from './days.ts'
import { type Fact, type FactReader, joinedFilters, type QuestionFilters } from './fact.ts'
import { fillerWords } from './filler.ts'
import { places } from './places.ts'
import { sessions } from './sessions.ts'
import { sponsors } from './sponsors.ts'
import { statuses } from './statuses.ts'

export type ParsedQuestion = {
  readonly filters: QuestionFilters
  /** The question without facts and filler, with spaces in their places. */
  readonly subject: string
  /** The words of the subject as printed, in lower case, each once. */
  readonly terms: readonly string[]
  /** Pieces that state no condition and say nothing about the subject, as printed. */
  readonly ignored: readonly string[]
}

/** In this order: a piece that one has read is blank for the next. */
const readers: readonly FactReader[] = [
  billNumbers,
  sponsors,
  sessions,
  days,
  years,
  places,
  statuses,
  chambers,
  fillerWords,
]

/**
 * Reads the conditions of a question in plain language. What is left is its subject. Words such as `bills` are the subject
 * if the question has nothing else. `today` is YYYY-MM-DD.
 */
export function parseQuestion(question: string, today: string): ParsedQuestion {
  const facts: Fact[] = []
  const ignored: Pick<Fact, 'start' | 'end'>[] = []
  let rest = question.normalize('NFC').replace(/\s/gu, ' ')
  const whole = rest
  for (const read of readers) {
    for (const fact of read(rest, today)) {
      const { start, end, filters } = fact
      if (Object.keys(filters).length === 0) ignored.push(fact)
      else facts.push(fact)
      rest = rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end)
    }
  }
  const isOnlyFiller = facts.length === 0 && termsOf(rest).length === 0
  const subject = isOnlyFiller ? whole : rest
  return {
    filters: joinedFilters(facts),
    subject,
    terms: termsOf(subject),
    ignored: isOnlyFiller ? [] : [...new Set(ignored.map((piece) => printed(whole, piece)))],
  }
}

const termsOf = (text: string): string[] => [
  ...new Set(
    tokensOf(text)
      .filter(({ joins }) => joins === 1)
      .map((token) => printed(text, token)),
  ),
]

const printed = (text: string, { start, end }: Pick<Fact, 'start' | 'end'>): string =>
  text.slice(start, end).trim().toLowerCase()
