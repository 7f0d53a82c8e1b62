import { mintOcdId, regulationKey } from '../../ingest/identity/identity-keys.ts'
import { DAY_MS } from '../../runtime/durations.ts'
import { Random } from '../draw/random.ts'
import { numbersOf, wordsOf } from '../draw/sampler.ts'
import { LAST_AT, type Plan } from '../plan/plan.ts'
import type { CorpusProfile } from '../profile/profile.ts'
import type { Words } from '../profile/words.ts'
import { dayOf } from './bill-parts.ts'
import { type Emit, entityEmitter, type ScheduledEntity } from './emit.ts'

const REGULATIONS = 0x4e6
/** Share of published documents that change later: corrections and withdrawals. */
const UPDATED = 0.05
const COMMENT_DAYS = 45

/** Documents of the Federal Register, published evenly over the whole time. */
export function scheduleRegulations(
  plan: Plan,
  corpus: CorpusProfile,
  words: Words,
  emit: Emit,
): ScheduledEntity[] {
  const { regulation } = corpus
  const type = wordsOf(regulation.type)
  const titleWords = numbersOf(regulation.title_words)
  const abstractWords = numbersOf(regulation.abstract_words)
  const agencies = numbersOf(regulation.agencies)
  const topics = numbersOf(regulation.topics)
  const period = wordsOf<'none' | 'closes'>(regulation.comment_period)
  const firstAt = plan.sessions[0]!.starts_at
  const emitOwn = entityEmitter(emit)
  return Array.from({ length: plan.regulations }, (_, index) => {
    const at = firstAt + Math.floor((index / plan.regulations) * (LAST_AT - 90 * DAY_MS - firstAt))
    return {
      at,
      emit() {
        const random = new Random(plan.seed, index, REGULATIONS)
        const day = dayOf(at)
        const documentNumber = `${day.slice(0, 4)}-${String(index).padStart(6, '0')}`
        const ocdId = mintOcdId('regulation', regulationKey(documentNumber, day))
        const id = plan.first_id.regulations + index
        const abstract = abstractWords(random)
        const body = {
          jurisdiction: 'ocd-division/country:us',
          document_number: documentNumber,
          publication_date: day,
          type: type(random),
          subtype: null,
          title: words.sentence(random, Math.max(1, titleWords(random))),
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
          html_url: `https://register.example/documents/${documentNumber}`,
          pdf_url: `https://register.example/documents/${documentNumber}.pdf`,
          text_url: null,
          start_page: random.below(90_000),
          end_page: null,
          extras: {},
        }
        let sequence = 1
        emitOwn(at, 'regulation.published', sequence, id, ocdId, `"regulation":${JSON.stringify(body)}`)
        if (period(random) === 'closes') {
          const closesOn = dayOf(at + COMMENT_DAYS * DAY_MS)
          const comment = { opens_on: day, closes_on: closesOn, comment_url: null }
          const part = `"comment_period":${JSON.stringify(comment)}`
          emitOwn(at + 1_000, 'regulation.comment_period_changed', ++sequence, id, ocdId, part)
          const closedAt = at + (COMMENT_DAYS + 1) * DAY_MS
          const closed = `"closed_on":"${closesOn}"`
          emitOwn(closedAt, 'regulation.comment_period_closed', ++sequence, id, ocdId, closed)
        }
        if (random.chance(UPDATED)) {
          const now = { ...body, state: 'withdrawn' }
          const part = `"regulation":${JSON.stringify(now)}`
          emitOwn(at + 60 * DAY_MS, 'regulation.updated', ++sequence, id, ocdId, part)
        }
      },
    }
  })
}
