import { mintOcdId, regulationKey } from '../../ingest/identity/identity-keys.ts'
import type { Corpus } from './corpus.ts'
import { DAY_MS, LAST_AT, type Plan } from './plan.ts'
import { Random } from './random.ts'
import { numbersOf, wordsOf } from './sampler.ts'
import type { Tell } from './tell-bill.ts'
import { type Beginning, sayer } from './tell-reference.ts'
import type { Words } from './words.ts'

const REGULATIONS = 0x4e6
/** Published documents that are told again: a correction, a withdrawal. */
const UPDATED = 0.05
const COMMENT_DAYS = 45

/** Documents of the Federal Register, published evenly over all the time. */
export function regulationBeginnings(plan: Plan, corpus: Corpus, words: Words, tell: Tell): Beginning[] {
  const { regulation } = corpus
  const type = wordsOf(regulation.type)
  const title_words = numbersOf(regulation.title_words)
  const abstract_words = numbersOf(regulation.abstract_words)
  const agencies = numbersOf(regulation.agencies)
  const topics = numbersOf(regulation.topics)
  const period = wordsOf<'none' | 'closes'>(regulation.comment_period)
  const first_at = plan.sessions[0]!.starts_at
  const say = sayer(tell)
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  return Array.from({ length: plan.regulations }, (_, index) => {
    const at = first_at + Math.floor((index / plan.regulations) * (LAST_AT - 90 * DAY_MS - first_at))
    return {
      at,
      tell() {
        const random = new Random(plan.seed, index, REGULATIONS)
        const day = dayOf(at)
        const document_number = `${day.slice(0, 4)}-${String(index).padStart(6, '0')}`
        const ocd_id = mintOcdId('regulation', regulationKey(document_number, day))
        const id = plan.first_id.regulations + index
        const abstract = abstract_words(random)
        const body = {
          jurisdiction: 'ocd-division/country:us',
          document_number,
          publication_date: day,
          type: type(random),
          subtype: null,
          title: words.sentence(random, Math.max(1, title_words(random))),
          abstract: abstract === 0 ? null : `${words.sentence(random, abstract)}.`,
          action: null,
          citation: `${random.below(90) + 10} FR ${random.below(90_000)}`,
          agencies: Array.from({ length: Math.max(1, agencies(random)) }, () => {
            const number = random.below(400)
            return {
              name: `Agency ${number}`,
              slug: `agency-${number}`,
              source_id: String(number),
              parent_source_id: null,
            }
          }),
          docket_ids: [`DOCKET-${day.slice(0, 4)}-${random.below(10_000)}`],
          rins: [],
          cfr_references: [{ title: 1 + random.below(50), part: String(random.below(900)), chapter: null }],
          topics: [
            ...new Set(Array.from({ length: Math.min(topics(random), 20) }, () => words.subject(random))),
          ],
          effective_on: null,
          signing_on: null,
          significant: null,
          state: 'published',
          correction_of: null,
          html_url: `https://register.example/documents/${document_number}`,
          pdf_url: `https://register.example/documents/${document_number}.pdf`,
          text_url: null,
          start_page: random.below(90_000),
          end_page: null,
          extras: {},
        }
        let sequence = 1
        say(at, 'regulation.published', sequence, id, ocd_id, `"regulation":${JSON.stringify(body)}`)
        if (period(random) === 'closes') {
          const closes_on = dayOf(at + COMMENT_DAYS * DAY_MS)
          const comment = { opens_on: day, closes_on, comment_url: null }
          const part = `"comment_period":${JSON.stringify(comment)}`
          say(at + 1_000, 'regulation.comment_period_changed', ++sequence, id, ocd_id, part)
          const closed_at = at + (COMMENT_DAYS + 1) * DAY_MS
          const closed = `"closed_on":"${closes_on}"`
          say(closed_at, 'regulation.comment_period_closed', ++sequence, id, ocd_id, closed)
        }
        if (random.chance(UPDATED)) {
          const now = { ...body, state: 'withdrawn' }
          const part = `"regulation":${JSON.stringify(now)}`
          say(at + 60 * DAY_MS, 'regulation.updated', ++sequence, id, ocd_id, part)
        }
      },
    }
  })
}
