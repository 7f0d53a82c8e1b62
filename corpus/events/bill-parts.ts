import { DAY_MS } from '../../runtime/durations.ts'
import type { Random } from '../draw/random.ts'
import type { BillHead } from '../plan/bill-head.ts'
import type { Member } from '../plan/roster.ts'
import type { ItemSamplers, Samplers } from '../profile/samplers.ts'

/**
 * The parts of a bill as JSON text, concatenated by hand, which is a dozen times as fast as JSON.stringify. No word of
 * the generator needs escaping.
 */

/** Longest abstract, in words: a few real ones are whole laws. */
const MAX_ABSTRACT_WORDS = 400
/** Longest list: a few real bills cite thousands of laws. */
const MAX_ITEMS = 40
/** Share of versions with a stored text; real scraper output has no texts. */
const TEXT_SHARE = 0.3

export function subjectsOf(samplers: Samplers, random: Random): string {
  const count = Math.min(samplers.subjects(random), MAX_ITEMS)
  if (count === 0) return '[]'
  const subjects = new Set<string>()
  for (let drawn = 0; drawn < count; drawn++) subjects.add(samplers.words.subject(random))
  return `["${[...subjects].sort().join('","')}"]`
}

export function coreOf(samplers: Samplers, random: Random, head: BillHead, subjects: string): string {
  const { session, identifier, chamber, classification, introduced_at } = head
  const { words } = samplers
  const place = session.place.jurisdiction
  const title = words.sentence(random, Math.max(1, samplers.title_words(random)))
  const abstracts = listOf(samplers.abstracts(random), () => {
    const count = Math.min(samplers.abstract_words(random), MAX_ABSTRACT_WORDS)
    return `{"abstract":"${words.sentence(random, count)}.","note":"summary"}`
  })
  const otherTitles = listOf(
    samplers.other_titles(random),
    () => `{"title":"${words.sentence(random, 4)}","note":"short title"}`,
  )
  const otherIdentifiers = listOf(
    samplers.other_identifiers(random),
    () => `{"identifier":"D-${random.below(100_000)}","scheme":"draft"}`,
  )
  const citations = listOf(
    samplers.citations(random),
    () =>
      `{"publication":"${place.name} Laws","citation":"Chapter ${random.below(900) + 1}","citation_type":"final","effective":null,"expires":null,"url":null}`,
  )
  const sources = listOf(
    samplers.sources(random),
    () =>
      `{"url":"https://legislature.example/${place.abbreviation}/${session.identifier}/bill?number=${random.below(100_000)}","note":""}`,
  )
  const kinds = classification === '' ? '' : `"${classification.replaceAll(',', '","')}"`
  return `{"jurisdiction":"${place.division_id}","session":"${session.identifier}","identifier":"${identifier}","chamber":"${chamber}","title":"${title}","classification":[${kinds}],"subjects":${subjects},"abstracts":${abstracts},"other_titles":${otherTitles},"other_identifiers":${otherIdentifiers},"citations":${citations},"introduced_on":"${dayOf(introduced_at)}","sources":${sources},"extras":{},"session_known":true}`
}

export function sponsorsOf(samplers: Samplers, random: Random, roster: readonly Member[]): string {
  const first = random.below(roster.length)
  let next = first
  return listOf(Math.min(samplers.sponsors(random), roster.length), (position) => {
    const { printed, chamber } = roster[next++ % roster.length]!
    const isPrimary = position === 0 || random.chance(samplers.primary / 3)
    const classification = isPrimary ? 'primary' : 'cosponsor'
    return `{"id":"${random.uuid()}","name":"${printed}","entity_type":"person","classification":"${classification}","primary":${isPrimary},"chamber":"${chamber}","district":null,"sponsored_on":null,"withdrawn_on":null,"source_id":null}`
  })
}

/** The items of a list one by one, so that a growing list can be emitted. */
export function itemsOf(
  samplers: Samplers,
  numbers: ItemSamplers,
  random: Random,
  at: number,
  hasText: boolean,
): string[] {
  const count = Math.min(numbers.count(random), MAX_ITEMS)
  return Array.from({ length: count }, () => itemOf(samplers, numbers, random, at, hasText))
}

export function itemOf(
  samplers: Samplers,
  numbers: ItemSamplers,
  random: Random,
  at: number,
  hasText: boolean,
): string {
  const id = random.uuid()
  const url = `https://legislature.example/texts/${id.slice(0, 13)}`
  const links = listOf(
    Math.min(numbers.links(random), MAX_ITEMS),
    (position) => `{"url":"${url}/${position}.pdf","media_type":"${numbers.media_type(random)}"}`,
  )
  const note = samplers.words.sentence(random, Math.max(1, numbers.note_words(random)))
  const text = hasText && random.chance(TEXT_SHARE) ? textOf(samplers, random, `${url}/0.pdf`) : 'null'
  return `{"id":"${id}","note":"${note}","date":"${dayOf(at)}","classification":"","links":${links},"text":${text}}`
}

function textOf(samplers: Samplers, random: Random, url: string): string {
  const bytes = samplers.text_bytes(random)
  const characters = Math.min(bytes, samplers.text_characters(random))
  return `{"sha256":"${digest(random)}","bytes":${bytes},"media_type":"${samplers.text_media_type(random)}","url":"${url}","extracted":{"sha256":"${digest(random)}","bytes":${characters},"characters":${characters}}}`
}

function digest(random: Random): string {
  const half = () => random.uuid().replaceAll('-', '')
  return half() + half()
}

export function relatedOf(samplers: Samplers, random: Random, head: BillHead): string {
  const seen = new Set<number>()
  for (let count = Math.min(samplers.related(random), MAX_ITEMS); count > 0; count--) {
    seen.add(random.below(5_000) + 1)
  }
  const prefix = head.identifier.slice(0, head.identifier.indexOf(' '))
  const items = [...seen].map((number) => {
    const relation = samplers.relation_type(random)
    const year = Number(head.session.identifier.slice(0, 4)) - 2
    const session = relation === 'prior-session' ? `${year}-${year + 1}` : head.session.identifier
    return `{"id":"${random.uuid()}","identifier":"${prefix} ${number}","session":"${session}","relation_type":"${relation}"}`
  })
  return `[${items.join(',')}]`
}

export function listOf(count: number, item: (position: number) => string): string {
  if (count === 0) return '[]'
  let text = `[${item(0)}`
  const most = Math.min(count, MAX_ITEMS)
  for (let position = 1; position < most; position++) text += `,${item(position)}`
  return `${text}]`
}

const days = new Map<number, string>()

export function dayOf(at: number): string {
  const number = Math.floor(at / DAY_MS)
  const known = days.get(number)
  if (known !== undefined) return known
  const text = new Date(number * DAY_MS).toISOString().slice(0, 10)
  days.set(number, text)
  return text
}
