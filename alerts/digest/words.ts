import { DateTime } from 'luxon'
import { oneLine } from '../../runtime/mail/one-line.ts'
import type { Line } from '../changes/bill-lines.ts'
import type { ChangeContent } from '../changes/change.ts'
import type { DigestBill } from './digest-content.ts'
import { divisionName } from './division-name.ts'

type VoteContent = Extract<ChangeContent, { kind: 'vote' | 'vote_corrected' }>

/** A line of a digest in words. `label` says what kind of change it is. */
export type LineWords = { readonly label: string; readonly text: string; readonly date: string | null }

const chamberWords: Readonly<Record<string, string>> = {
  upper: 'upper chamber',
  lower: 'lower chamber',
  legislature: 'legislature',
}

/** Says one line of a bill. Texts of publishers are quoted as they are, on one line. */
export function wordsOf({ content, passed, is_correction }: Line): LineWords {
  switch (content.kind) {
    case 'introduced':
      return { label: 'New bill', text: '', date: dayOf(content.date) }
    case 'action':
    case 'action_corrected':
      return {
        label: is_correction ? 'Corrected action' : 'Action',
        text: joined([oneLine(content.description), inParentheses(whoOf(content.who))]),
        date: dayOf(content.date),
      }
    case 'action_removed':
      return { label: 'Removed', text: 'The source took back an action.', date: null }
    case 'status': {
      const steps = [...passed, content.to].map(statusWords)
      return { label: 'Status', text: steps.join(' → '), date: dayOf(content.date) }
    }
    case 'sponsors':
      return { label: 'Sponsors', text: `${counted(content.count, 'sponsor')} now`, date: null }
    case 'text':
      return {
        label: 'Text',
        text:
          content.note === null ? 'The list of texts changed.' : `Newest version: ${oneLine(content.note)}`,
        date: dayOf(content.date),
      }
    case 'vote':
    case 'vote_corrected':
      return {
        label: is_correction ? 'Corrected vote' : 'Vote',
        text: joined([
          `${oneLine(content.motion)}: ${resultWords(content)}`,
          inParentheses(whoOf(content.who)),
        ]),
        date: dayOf(content.date),
      }
    case 'vote_removed':
      return { label: 'Removed', text: 'The source took back a vote.', date: null }
    case 'merged':
      return {
        label: 'Merged',
        text: 'It is the same bill as another one, which is watched from now on.',
        date: null,
      }
    case 'removed':
      return { label: 'Removed', text: 'The source no longer lists the bill.', date: null }
  }
}

/** The heading of a bill: place, number, session. */
export const headingOf = ({ bill, facts }: DigestBill): string =>
  `${divisionName(bill.jurisdiction)} · ${facts?.identifier ?? bill.identifier ?? 'a bill'}`

/** The title as the read model has it, or the one that was introduced. */
export function titleOf({ facts, lines }: DigestBill): string {
  if (facts?.title != null) return oneLine(facts.title)
  const introduced = lines.find(({ content }) => content.kind === 'introduced')?.content
  return introduced?.kind === 'introduced' ? oneLine(introduced.title) : ''
}

/** Where the bill stands, if no line says it. */
export function standingOf({ facts, lines }: DigestBill): string {
  if (facts?.status == null || lines.some(({ content }) => content.kind === 'status')) return ''
  return `Status now: ${statusWords(facts.status)}`
}

const statusWords = (status: string): string => {
  const words = status.replaceAll('_', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

const whoOf = (who: string | null): string => (who === null ? '' : (chamberWords[who] ?? oneLine(who)))
const inParentheses = (text: string): string => (text === '' ? '' : `(${text})`)
const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')

/** As people write it; a date that is none stays as it is printed. */
function dayOf(date: string | null): string | null {
  if (date === null) return null
  const day = DateTime.fromISO(date.slice(0, 10), { zone: 'utc', locale: 'en-US' })
  return day.isValid ? day.toLocaleString(DateTime.DATE_MED) : date
}

const RESULTS: Readonly<Record<string, string>> = { pass: 'passed', fail: 'failed' }

function resultWords({ result, yes, no }: Pick<VoteContent, 'result' | 'yes' | 'no'>): string {
  const words = RESULTS[result] ?? oneLine(result)
  return yes === null ? words : `${words}, ${yes} to ${no}`
}

export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`
